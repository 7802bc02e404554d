//! Variables that change what later commands run or read.

use crate::model::Certainty;

/// Whether assigning a variable makes code run that can't be looked into: surely, perhaps, or not.
///
/// Sources: bash(1) "Shell Variables", ld.so(8), git(1) "Environment Variables", and the manuals of the named runtimes.
pub(super) fn runs_code(name: &str, value: Option<&str>) -> Option<Certainty> {
    if is_harmless(name, value) {
        return None;
    }
    let certain = matches!(
        name,
        "PATH"
            | "BASH_ENV"
            | "ENV"
            | "PROMPT_COMMAND"
            | "PS4"
            | "SHELL"
            | "SHELLOPTS"
            | "BASHOPTS"
            | "EDITOR"
            | "VISUAL"
            | "PAGER"
            | "BROWSER"
            | "LESSOPEN"
            | "LESSCLOSE"
            | "GIT_EXTERNAL_DIFF"
            | "GIT_ASKPASS"
            | "SSH_ASKPASS"
            | "SUDO_ASKPASS"
            | "GIT_EXEC_PATH"
            | "GIT_TEMPLATE_DIR"
            | "GIT_PROXY_COMMAND"
            | "EXINIT"
            | "VIMINIT"
    ) || ["LD_", "DYLD_", "GIT_CONFIG", "GIT_SSH", "BASH_FUNC_"]
        .iter()
        .any(|start| name.starts_with(start))
        || ["PAGER", "EDITOR", "_COMMAND", "WRAPPER", "_ASKPASS"].iter().any(|end| name.ends_with(end));
    if certain {
        return Some(Certainty::Certain);
    }
    let possible = matches!(
        name,
        "NODE_OPTIONS"
            | "NODE_PATH"
            | "PYTHONPATH"
            | "PYTHONSTARTUP"
            | "PYTHONHOME"
            | "PYTHONINSPECT"
            | "PYTHONBREAKPOINT"
            | "PYTHONUSERBASE"
            | "PERL5LIB"
            | "PERL5OPT"
            | "PERLLIB"
            | "RUBYLIB"
            | "RUBYOPT"
            | "JAVA_TOOL_OPTIONS"
            | "_JAVA_OPTIONS"
            | "JDK_JAVA_OPTIONS"
            | "CLASSPATH"
            | "MAVEN_OPTS"
            | "GRADLE_OPTS"
            | "RUSTC"
            | "RUSTDOC"
            | "RUSTFLAGS"
            | "CARGO"
            | "CC"
            | "CXX"
            | "LD"
            | "AR"
            | "AS"
            | "CFLAGS"
            | "CXXFLAGS"
            | "LDFLAGS"
            | "MAKEFLAGS"
            | "MFLAGS"
            | "GNUMAKEFLAGS"
            | "GOFLAGS"
            | "GOTOOLDIR"
            | "GOROOT"
            | "GOPROXY"
            | "PHPRC"
            | "PHP_INI_SCAN_DIR"
            | "GCONV_PATH"
            | "TERMINFO"
            | "HOSTALIASES"
            | "MANOPT"
            | "MANROFFOPT"
            | "TAR_OPTIONS"
            | "RSYNC_RSH"
            | "CVS_RSH"
            | "KUBECONFIG"
            | "DOCKER_HOST"
            | "DOCKER_CONFIG"
            | "AWS_CONFIG_FILE"
            | "PIP_INDEX_URL"
            | "PIP_EXTRA_INDEX_URL"
            | "PIP_CONFIG_FILE"
            | "UV_INDEX_URL"
            | "OPENSSL_CONF"
            | "OPENSSL_MODULES"
            | "GNUPGHOME"
            | "INPUTRC"
            | "GREP_OPTIONS"
            | "HOME"
            | "IFS"
            | "CDPATH"
            | "GLOBIGNORE"
            | "RIPGREP_CONFIG_PATH"
            | "GIT_DIR"
            | "GIT_WORK_TREE"
            | "GIT_COMMON_DIR"
            | "GIT_NAMESPACE"
            | "http_proxy"
            | "https_proxy"
            | "HTTP_PROXY"
            | "HTTPS_PROXY"
            | "ALL_PROXY"
            | "all_proxy"
            | "CURL_HOME"
            | "WGETRC"
    ) || [
        "npm_config_",
        "NPM_CONFIG_",
        "CARGO_TARGET_",
        "CARGO_BUILD_",
        "CARGO_REGISTRIES_",
        "CARGO_HOME",
        "XDG_",
        "YARN_",
        "COMPOSER_",
    ]
    .iter()
    .any(|start| name.starts_with(start));
    possible.then_some(Certainty::Possible)
}

/// Values that only say "ask nothing, page nothing".
fn is_harmless(name: &str, value: Option<&str>) -> bool {
    if matches!(name, "CARGO_TERM_COLOR" | "CARGO_INCREMENTAL" | "CARGO_BUILD_JOBS" | "GIT_TERMINAL_PROMPT") {
        return true;
    }
    let pages = name.ends_with("PAGER");
    let edits = name.ends_with("EDITOR") || name == "VISUAL" || name.ends_with("_ASKPASS");
    match value {
        Some("" | "cat") => pages,
        Some("true" | ":") => pages || edits,
        Some("less" | "more") => pages,
        _ => false,
    }
}

/// Variables by which the engine itself fills in words: once changed, what they stand for is not known.
pub(super) fn changes_what_runs(name: &str) -> bool {
    matches!(name, "PATH" | "BASH_ENV" | "ENV" | "SHELLOPTS" | "BASHOPTS" | "IFS" | "GLOBIGNORE")
        || name.starts_with("LD_")
}
