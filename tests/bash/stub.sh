#!/bin/bash -p
# Stands for every program: records how it was called and runs what its words say, if that is a stub too.
# Each record ends with \1; one that begins with \2 tells which file was its standard input.
PATH=@STUBS@
name=${0##*/}
printf '%s\0' "$name" "$@" $'\1' >> '@LOG@'
if [[ -f /dev/stdin ]] && IFS= read -r line && [[ $line == 'FILE '* ]]; then
  printf '%s\0' $'\2' "${line#FILE }" $'\1' >> '@LOG@'
fi

run() {
  [[ $# -gt 0 && $1 != */* ]] || exit 0
  exec -- "$@"
}

shell() {
  local code= given=
  while [[ $1 == [-+]* ]]; do
    case $1 in
      --) shift; break ;;
      -o | +o | -O | +O) shift ;;
      --*) ;;
      *c*) given=1 ;;
    esac
    shift
  done
  if [[ -n $given ]]; then
    exec -a "$name" /bin/bash --noprofile --norc -c "$@"
  elif [[ $# -eq 0 && ! -f /dev/stdin && ! -t 0 ]]; then
    exec -a "$name" /bin/bash --noprofile --norc -s
  fi
}

case $name in
  env)
    while [[ $# -gt 0 ]]; do
      case $1 in
        -i | - | --) ;;
        -u) shift; unset -v "$1" ;;
        -*) exit 0 ;;
        *=*) [[ $1 == PATH=* ]] || export "$1" ;;
        *) run "$@" ;;
      esac
      shift
    done
    ;;
  timeout)
    while [[ $1 == -* ]]; do [[ $1 == -[sk] ]] && shift; shift; done
    shift
    run "$@"
    ;;
  nice | ionice | stdbuf | nohup | setsid | time)
    while [[ $1 == -* ]]; do [[ $1 == -[nioe] ]] && shift; shift; done
    run "$@"
    ;;
  sudo | doas)
    while [[ $1 == -* || $1 == *=* ]]; do [[ $1 == -[ugC] ]] && shift; shift; done
    run "$@"
    ;;
  xargs)
    mark=
    while [[ $1 == -* ]]; do
      [[ $1 == -I ]] && mark=$2
      [[ $1 == -[IndLPsEa] ]] && shift
      shift
    done
    read -r -d '' -t 1 -a input
    if [[ -n $mark ]]; then
      run "${@//"$mark"/"${input[*]}"}"
    else
      run "$@" "${input[@]}"
    fi
    ;;
  find)
    while [[ $# -gt 0 && $1 != -exec* ]]; do shift; done
    shift
    words=()
    while [[ $# -gt 0 && $1 != ';' && $1 != + ]]; do
      words+=("${1//"{}"/./a.txt}")
      shift
    done
    run "${words[@]}"
    ;;
  sh | bash | dash | zsh | ksh) shell "$@" ;;
esac
printf 'o1 o2\n'
exit "${JUDGE_STATUS:-0}"
