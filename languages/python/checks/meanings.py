"""What bandit's findings mean, in plain words, and what to write instead. Source: bandit's documentation."""

from __future__ import annotations

from message import say

_SHELL = say("The program hands text to the command line; if that text comes from outside, it can run any command.")
_SQL = say(
    "The program builds a database command from text; if that text comes from outside, it can read or destroy data."
)
_UNPICKLE = say("The program reads data in a form that can contain commands, which would be carried out.")
_EVALUATE = say("The program runs text as if it were a program; if that text comes from outside, it can do anything.")
_WEAK_HASH = say("The program uses an outdated way of making fingerprints of data, which can be forged.")
_WEAK_CIPHER = say("The program uses an outdated way of encrypting, which can be broken.")
_PASSWORD = say("A password seems to be written into the program, where everybody who has the file can read it.")
_UNCHECKED = say("The program talks to a server without making sure that it is the right one.")
_XML = say("The program reads XML in a way that a crafted file can use to read other files or to fill the memory.")
_START = say("The program starts other programs.")
_SILENT = say("The program passes over errors in silence, so that problems can stay unnoticed.")

_MEANING = {
    "B101": say("The program relies on an inner check that Python can be told to leave out."),
    "B102": _EVALUATE,
    "B103": say("The program lets everybody on the computer change a file."),
    "B104": say("The program can be reached by every computer on the network."),
    "B105": _PASSWORD,
    "B106": _PASSWORD,
    "B107": _PASSWORD,
    "B108": say("The program uses a file in a folder that others can write to as well."),
    "B110": _SILENT,
    "B112": _SILENT,
    "B113": say("The program may wait for ever for an answer from the network."),
    "B201": say("The program runs a web server in a mode for developers, in which visitors can run commands."),
    "B202": say("The program unpacks an archive without looking where its files go."),
    "B301": _UNPICKLE,
    "B302": _UNPICKLE,
    "B303": _WEAK_HASH,
    "B304": _WEAK_CIPHER,
    "B305": _WEAK_CIPHER,
    "B306": say("The program makes a temporary file in a way that another program can get in between."),
    "B307": _EVALUATE,
    "B310": say(
        "The program opens any address it is given, also one that names a file of this computer. Its "
        "addresses should begin with https:// in the program itself."
    ),
    "B311": say("The program uses random numbers that can be guessed. That matters only for passwords and the like."),
    "B321": say("The program sends files and passwords over the network unencrypted."),
    "B323": _UNCHECKED,
    "B324": _WEAK_HASH,
    "B403": _UNPICKLE,
    "B404": _START,
    "B501": _UNCHECKED,
    "B502": _UNCHECKED,
    "B503": _UNCHECKED,
    "B504": _UNCHECKED,
    "B505": _WEAK_CIPHER,
    "B506": _UNPICKLE,
    "B507": _UNCHECKED,
    "B601": _SHELL,
    "B602": _SHELL,
    "B603": _START,
    "B604": _SHELL,
    "B605": _SHELL,
    "B606": _START,
    "B607": say(
        "The program starts another program by its name alone, so that a wrong one of that name could be taken."
    ),
    "B608": _SQL,
    "B609": _SHELL,
    "B614": _UNPICKLE,
    "B701": say("The program makes web pages without keeping what visitors typed from becoming part of the page."),
}


_HASH = "`hashlib.sha256(data)`."
_SERIALIZED = "write and read JSON, with the module `json`."
_COMMAND = "`subprocess.run([program, argument], check=True)`: a list, no shell; better, do it in Python itself."
_VALUE = (
    "`ast.literal_eval(text)` for a value; for sums take `ast.parse(text, mode='eval')` apart, and refuse all but "
    "numbers and + - * /; for a choice, a dict of functions."
)
_ASKED = "ask for it with `getpass.getpass()`, or take it from an environment variable."
_SECURE = "leave the certificate's check as it is by default."
_CONTEXT = "`ssl.create_default_context()`."
_DEFUSED = "the same from `defusedxml`, which is there: `from defusedxml.ElementTree import parse, fromstring`."

_ENCRYPTED = "`cryptography.fernet.Fernet(key).encrypt(data)`, with a key that `Fernet.generate_key()` made."
_SECURED = "an address that begins with `https://`, as `urlopen('https://a.org/' + path)`."
_NAMED = "the errors that are meant, as `except ValueError:`, and what the person is told then."
_STARTED = (
    "`subprocess.run(['git', argument], check=True)`: a list that begins with a text of the program's own; better, "
)
_STARTED += "do it in Python itself: `shutil`, `pathlib`, `webbrowser`."
_ESCAPED = "`markupsafe.escape(text)`, or `html.escape(text)`; in Django `format_html('<b>{}</b>', text)`."
_FILTERED = "Django's own `filter()` and `annotate()`, or values as parameters: `params=[value]`."
_SNMP = "version 3 with both keys: `UsmUserData(name, key, other_key)`."

# Each was tried: bandit finds nothing serious in it any more, and it needs nothing that can't be had.
_REMEDIES = {
    "B101": "`if not condition: raise ValueError('…')`.",
    **dict.fromkeys(("B110", "B112"), _NAMED),
    **dict.fromkeys(("B304", "B305", "B413"), _ENCRYPTED),
    **dict.fromkeys(("B308", "B703", "B704"), _ESCAPED),
    "B311": "`secrets.choice(all)` or `secrets.token_hex()`, where nobody may guess it; else it may stay.",
    **dict.fromkeys(("B312", "B321", "B401", "B402", "B411", "B415"), _SECURED),
    "B403": _SERIALIZED,
    **dict.fromkeys(("B404", "B603", "B606"), _STARTED),
    "B412": "`wsgiref.simple_server`, or `http.server`.",
    "B505": "`rsa.generate_private_key(public_exponent=65537, key_size=4096)`.",
    "B507": "`client.load_system_host_keys()` and `client.set_missing_host_key_policy(paramiko.RejectPolicy())`.",
    **dict.fromkeys(("B508", "B509"), _SNMP),
    "B601": "for files `client.open_sftp()`; a command for another computer can't be shown to be harmless.",
    "B607": "the whole path, as `shutil.which('git')` gives it.",
    **dict.fromkeys(("B610", "B611"), _FILTERED),
    "B612": "`logging.config.dictConfig(settings)`; to listen, `logging.config.listen(port, verify=check)`.",
    "B613": "such signs as escapes, as in `'\\u202e'`.",
    "B614": "`torch.load(path, weights_only=True)`.",
    "B615": "the digest of a commit: `from_pretrained(name, revision='…')`.",
    "B702": "`jinja2.Environment(autoescape=True)`.",
    **dict.fromkeys(("B102", "B307"), _VALUE),
    "B103": "no more rights than `0o600` for a file, `0o700` for a folder.",
    "B104": "`127.0.0.1`.",
    **dict.fromkeys(("B105", "B106", "B107"), _ASKED),
    **dict.fromkeys(("B108", "B306"), "`tempfile.TemporaryDirectory()`, or `tempfile.mkstemp()`."),
    "B113": "`timeout=30`.",
    "B201": "no `debug=True`.",
    "B202": "`archive.extractall(folder, filter='data')`.",
    **dict.fromkeys(("B301", "B302"), _SERIALIZED),
    **dict.fromkeys(("B303", "B324"), _HASH),
    "B310": "an address that begins with `https://` in the program itself, as `urlopen('https://a.org/' + path)`.",
    **dict.fromkeys(("B323", "B501"), _SECURE),
    **dict.fromkeys(("B502", "B503", "B504"), _CONTEXT),
    "B506": "`yaml.safe_load(text)`.",
    **dict.fromkeys(("B602", "B604", "B605"), _COMMAND),
    "B608": "values as parameters, as in `execute('SELECT a FROM t WHERE b = ?', (value,))`; names of tables and "
    "columns only from texts in the program.",
    "B609": "the files that `glob.glob()` finds, one by one.",
    **{f"B{number}": _DEFUSED for number in (*range(313, 321), *range(405, 410))},
    "B701": "`jinja2.Environment(autoescape=True)`.",
}


def meaning(rule: str, name: str) -> str:
    """What a finding of `rule`, as in `B102`, means in a plain sentence; empty for a rule that has none here."""
    return _XML if rule[:3] in ("B31", "B32") and "xml" in name.lower() else _MEANING.get(rule, "")


def remedy(rule: str) -> str:
    """What to write instead of what a rule finds; empty where nothing helps that can be said of all cases."""
    return _REMEDIES.get(rule, "")
