"""Says which tests docs/security.md names that do not exist: each promise there names the tests that keep it."""

import re
import sys
from collections import Counter
from pathlib import Path

swift = "\n".join(path.read_text() for path in Path("Tests").rglob("*.swift"))
python = "\n".join(path.read_text() for path in Path("Tests/Browser").glob("*.py"))
tests = Counter(re.findall(r"\bfunc `([^`\n]+)`", swift)) + Counter(re.findall(r'@Test\(\s*"((?:[^"\\]|\\.)*)"', swift))
tests += Counter(re.findall(r"@Test\b[^@`]*?\bfunc (\w+)\(", swift)) + Counter(re.findall(r"^def (test_\w+)\(", python, re.M))

problems, count = [], 0
for line in Path("docs/security.md").read_text().splitlines():
    if not line.startswith("| ") or line.startswith(("| promise", "| limit")):
        continue
    named = re.findall(r"`([^`]+)`", line)
    if not named:
        problems.append(f"docs/security.md names no test: {line}")
    wrong = [name for name in named if name != "Fuzz/run" and tests[name] != 1]
    problems += [f"docs/security.md names “{name}”: there are {tests[name]} such tests" for name in wrong]
    count += len(named)
if count < 80:
    problems.append(f"only {count} tests are found in docs/security.md")
print(*problems, sep="\n", end="\n" if problems else "")
sys.exit(bool(problems))
