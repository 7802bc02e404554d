"""Records what bash says of commands: python3 shell_bash.py < commands.jsonl > shell_bash.jsonl

Each line of the input is an object with `cmd`. Nothing is run: PATH is empty, and every program that bash misses is logged by
command_not_found_handle, once with success and once with failure as its answer. Use bash 5.2.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

HANDLER = 'command_not_found_handle() { printf "%s\\0" "$@" $\'\\1\' >> "$LOG"; return "$STATUS"; }\n'


def ran(command, status):
    with tempfile.TemporaryDirectory() as kept, tempfile.TemporaryDirectory() as work:
        log, handler = os.path.join(kept, "log"), os.path.join(kept, "handler")
        open(log, "w").close()
        with open(handler, "w") as file:
            file.write(HANDLER)
        environment = {"PATH": "/nonexistent", "HOME": "/H", "LC_ALL": "C.UTF-8", "BASH_ENV": handler, "LOG": log, "STATUS": status}
        subprocess.run(["/bin/bash", "--norc", "-c", command], cwd=work, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=5)
        time.sleep(0.02)  # what goes on in the background
        words, commands = [], []
        for word in open(log, "rb").read().decode("utf-8", "replace").split("\0")[:-1]:
            if word == "\1":
                commands.append(words)
                words = []
            else:
                words.append(word)
        return commands


def valid(command):
    asked = subprocess.run(["/bin/bash", "--norc", "-n", "-c", command], env={"LC_ALL": "C.UTF-8"}, stdin=subprocess.DEVNULL, capture_output=True, timeout=5)
    message = asked.stderr.decode("utf-8", "replace")
    # After a malformed [[ … ]] the exit code is 0.
    return asked.returncode == 0 and not any(word in message for word in ("syntax error", "conditional", "unexpected"))


for line in sys.stdin:
    command = json.loads(line)["cmd"]
    commands = []
    for status in ("0", "1"):
        commands += [words for words in ran(command, status) if words not in commands]
    print(json.dumps({"cmd": command, "valid": valid(command), "ran": sorted(commands)}, ensure_ascii=False))
