"""
Runs the Python of a page, `page.py <page.md>`, in the folder in which its commands have run. A comment at the end of a line says what the
line prints, up to a colon.
"""

import ast
import contextlib
import io
import pathlib
import re
import sys


def main():
    names = {}
    checked = 0
    for block in re.findall(r"^```python\n(.*?)^```$", pathlib.Path(sys.argv[1]).read_text(), re.M | re.S):
        lines = block.splitlines()
        for statement in ast.parse(block).body:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(ast.Module([statement], []), sys.argv[1], "exec"), names)
            line = lines[statement.end_lineno - 1]
            expected = re.search(r" # (.*?)(?:: .*)?$", line)
            found = " ".join(printed.getvalue().split())
            if expected is not None:
                checked += 1
                if " ".join(expected[1].split()) != found:
                    sys.exit(f"{line}\nprinted {found}")
    if checked < 10:
        sys.exit(f"expected 10 comments or more, found {checked}")


if __name__ == "__main__":
    main()
