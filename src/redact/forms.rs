//! Tokens that are known by their form: one line each. Their issuers document the prefixes (for most since 2021, so that scanners find
//! them); lengths are lower bounds, as issuers lengthen their tokens.

/// A form of token.
pub(super) struct Form {
    /// What stands in its place: `[REDACTED:name]`.
    pub(super) name: &'static str,
    /// What it begins with: looked for in small letters or capitals as written.
    pub(super) starts: &'static [&'static str],
    /// The whole token from there. If it has a group, only that is taken out.
    pub(super) regex: &'static str,
    /// What text of this form must also have to be a secret.
    pub(super) check: Check,
    /// Whether it may stand right after a letter, digit, `_` or `-`.
    pub(super) inside_word: bool,
}

/// A second look.
#[derive(Clone, Copy)]
pub(super) enum Check {
    /// The form is enough.
    None,
    /// A digit and a letter: no chain of words.
    Mixed,
    /// A digit, a small letter and a capital.
    Random,
    /// No `$NAME`, `${…}`, `<…>` or `***`: those stand for a password.
    NoPlaceholder,
}

const fn form(name: &'static str, starts: &'static [&'static str], regex: &'static str) -> Form {
    Form { name, starts, regex, check: Check::None, inside_word: false }
}

const fn checked(
    name: &'static str,
    starts: &'static [&'static str],
    regex: &'static str,
    check: Check,
) -> Form {
    Form { name, starts, regex, check, inside_word: false }
}

/// All forms but private keys, which have a file of their own.
pub(super) const FORMS: &[Form] = &[
    form(
        "aws-access-key",
        &["AKIA", "ASIA", "ABIA", "ACCA"],
        r"A[KSBC]CA[A-Z0-9]{16}\b|A[KSB]IA[A-Z0-9]{16}\b",
    ),
    Form {
        name: "aws-secret-key",
        starts: &["aws_secret_access_key", "AWS_SECRET_ACCESS_KEY", "SecretAccessKey", "secretAccessKey"],
        regex: r#"[A-Za-z_]{15,21}[\s"'\\:=]{1,12}([A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+=]|$)"#,
        check: Check::Mixed,
        inside_word: true,
    },
    form("google-api-key", &["AIza"], r"AIza[A-Za-z0-9_-]{35,64}"),
    form("google-oauth", &["ya29."], r"ya29\.[A-Za-z0-9_-]{20,2048}"),
    form("google-oauth-secret", &["GOCSPX-"], r"GOCSPX-[A-Za-z0-9_-]{20,64}"),
    form("azure-storage-key", &["AccountKey="], r"AccountKey=([A-Za-z0-9+/]{80,100}={0,2})"),
    form("github-token", &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], r"gh[pousr]_[A-Za-z0-9]{30,255}"),
    form("github-token", &["github_pat_"], r"github_pat_[A-Za-z0-9_]{22,255}"),
    form(
        "gitlab-token",
        &["glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "glsoat-", "glft-", "glimt-", "glagent-"],
        r"gl[a-z]{2,6}-[A-Za-z0-9_.-]{20,300}",
    ),
    form(
        "slack-token",
        &["xoxa-", "xoxb-", "xoxe-", "xoxe.", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-"],
        r"(?:xox[a-z]|xapp)[.-][A-Za-z0-9.-]{10,300}",
    ),
    form(
        "slack-webhook",
        &["hooks.slack.com/services/"],
        r"hooks\.slack\.com/services/([A-Za-z0-9/_-]{20,200})",
    ),
    form("npm-token", &["npm_"], r"npm_[A-Za-z0-9]{36,64}"),
    form("pypi-token", &["pypi-"], r"pypi-[A-Za-z0-9_-]{50,1024}"),
    checked("api-key", &["sk-"], r"sk-[A-Za-z0-9_-]{20,256}", Check::Random),
    form(
        "stripe-key",
        &["sk_live_", "sk_test_", "rk_live_", "rk_test_"],
        r"[rs]k_(?:live|test)_[A-Za-z0-9]{16,256}",
    ),
    checked("huggingface-token", &["hf_"], r"hf_[A-Za-z0-9]{34,64}", Check::None),
    form("sendgrid-key", &["SG."], r"SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,128}"),
    form("digitalocean-token", &["dop_v1_", "doo_v1_", "dor_v1_"], r"do[opr]_v1_[a-f0-9]{64}"),
    form("docker-token", &["dckr_pat_"], r"dckr_pat_[A-Za-z0-9_-]{20,64}"),
    form("vault-token", &["hvs.", "hvb."], r"hv[sb]\.[A-Za-z0-9_-]{24,300}"),
    form("crates-io-token", &["cio"], r"cio[A-Za-z0-9]{32}\b"),
    form("age-key", &["AGE-SECRET-KEY-1"], r"AGE-SECRET-KEY-1[A-Z0-9]{58}"),
    form("jwt", &["eyJ"], r"eyJ[A-Za-z0-9_-]{8,4096}\.eyJ[A-Za-z0-9_-]{4,8192}(?:\.[A-Za-z0-9_-]{0,2048})?"),
    Form {
        name: "url-password",
        starts: &["://"],
        regex: r#"://[^\s/?#:@"'<>]{0,256}:([^\s/?#"'<>]{1,256})@"#,
        check: Check::NoPlaceholder,
        inside_word: true,
    },
    checked(
        "bearer-token",
        &["bearer ", "Bearer ", "BEARER "],
        r"(?i)bearer +([A-Za-z0-9._~+/=-]{16,4096})",
        Check::Mixed,
    ),
    checked(
        "basic-auth",
        &["authorization: basic ", "Authorization: Basic "],
        r"(?i)authorization: basic ([A-Za-z0-9+/]{8,1024}={0,2})",
        Check::None,
    ),
];

impl Check {
    pub(super) fn holds(self, text: &[u8]) -> bool {
        let has = |test: fn(&u8) -> bool| text.iter().any(test);
        match self {
            Check::None => true,
            Check::Mixed => has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic),
            Check::Random => {
                has(u8::is_ascii_digit) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase)
            }
            Check::NoPlaceholder => {
                let variable =
                    |text: &[u8]| text.iter().all(|b| b.is_ascii_alphanumeric() || b"_{}".contains(b));
                !text.strip_prefix(b"$").is_some_and(variable) && !text.iter().all(|b| *b == b'*')
            }
        }
    }
}
