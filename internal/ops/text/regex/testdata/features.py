"""Asks four engines which constructs they compile. Writes one JSON array per
line: [pattern, [engines that accept it]].

    python3 features.py > features.jsonl

Made with node 20.20.2 (flag u, without which JavaScript takes unknown escapes
as text), python 3.11.7, PCRE2 10.42 and OpenJDK 17.0.15.
"""
import ctypes, json, re, subprocess, tempfile, pathlib

PATTERNS = [
    r"a(?=b)", r"a(?!b)", r"(?<=a)b", r"(?<!a)b", r"(a)\1", r"(?<n>a)\k<n>", r"(?P<n>a)(?P=n)", r"(a)\g{1}", r"(a)\g1",
    r"(?>a)", r"a++", r"a*+", r"a?+", r"a{2}+", r"(a)?(?(1)b|c)", r"a(?R)?", r"(a)(?1)", r"(?P<n>a)(?P>n)", r"(?P<n>a)(?&n)",
    r"(?|(a)|(b))", r"(*SKIP)a", r"a(?#note)b", r"(?'n'a)", r"(?x)a b", r"(?x: a)", r"(?n)(a)", r"(?J)a", r"(?d)a", r"(?^)a", r"(?a)b",
    r"(?u)b", r"a\Kb", r"\Ga", r"a\Z", r"\h", r"\H", r"\V", r"\R", r"\X", r"\N", r"\C", r"\e", r"\cA", r"\u0041", r"\o{101}",
    r"[\b]", r"\p{Script=Greek}", r"a{1001}", r"a{2,1001}", r"a{1001,}",
]

JAVA = """
import java.util.regex.*;
class Features {
  public static void main(String[] args) {
    for (String p : args) {
      try { Pattern.compile(p); System.out.println(1); } catch (PatternSyntaxException e) { System.out.println(0); }
    }
  }
}
"""
NODE = "for (const p of process.argv.slice(1)) { try { new RegExp(p, 'u'); console.log(1) } catch { console.log(0) } }"


def java():
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "Features.java")
        source.write_text(JAVA)
        return subprocess.run(["java", source, *PATTERNS], capture_output=True, text=True, check=True).stdout.split()


def python(pattern):
    try:
        re.compile(pattern)
        return True
    except re.error:
        return False


def pcre(pattern):
    library = ctypes.CDLL("libpcre2-8.so.0")
    library.pcre2_compile_8.restype = ctypes.c_void_p
    code, offset = ctypes.c_int(), ctypes.c_size_t()
    utf = 0x00080000
    raw = pattern.encode()
    return bool(library.pcre2_compile_8(raw, ctypes.c_size_t(len(raw)), utf, ctypes.byref(code), ctypes.byref(offset), None))


node = subprocess.run(["node", "-e", NODE, *PATTERNS], capture_output=True, text=True, check=True).stdout.split()
for pattern, in_node, in_java in zip(PATTERNS, node, java()):
    accepts = {"javascript": in_node == "1", "python": python(pattern), "pcre": pcre(pattern), "java": in_java == "1"}
    print(json.dumps([pattern, [name for name, yes in accepts.items() if yes]]))
