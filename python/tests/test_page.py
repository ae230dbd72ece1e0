"""The page of the package and its example do what they show, in the folder in which their commands have run."""

import ast
import contextlib
import io
import os
import pathlib
import re
import runpy
import sys
import unittest

from tables import FOLDER

ROOT = pathlib.Path(__file__).parents[2]
PAGE = ROOT / "docs/tutorials/python.md"


class Page(unittest.TestCase):
    def setUp(self):
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(FOLDER / "page")

    def test_prints_what_the_comments_at_the_ends_of_lines_say_up_to_a_colon(self):
        names = {}
        checked = 0
        for block in re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.M | re.S):
            lines = block.splitlines()
            for statement in ast.parse(block).body:
                printed = io.StringIO()
                with contextlib.redirect_stdout(printed):
                    exec(compile(ast.Module([statement], []), str(PAGE), "exec"), names)
                line = lines[statement.end_lineno - 1]
                expected = re.search(r" # (.*?)(?:: .*)?$", line)
                if expected is not None:
                    checked += 1
                    self.assertEqual(" ".join(printed.getvalue().split()), " ".join(expected[1].split()), line)
        self.assertGreaterEqual(checked, 10)

    def test_has_an_example_of_means_by_the_blank_whose_average_is_that_of_the_board(self):
        printed = io.StringIO()
        words = sys.argv
        sys.argv = ["distribution.py", "out/2x3.table"]
        try:
            with contextlib.redirect_stdout(printed):
                runpy.run_path(str(ROOT / "python/examples/distribution.py"), run_name="__main__")
        finally:
            sys.argv = words
        means = [float(mean) for mean in re.findall(r"\d+\.\d{4}$", printed.getvalue(), re.M)]
        self.assertEqual(len(means), 6)
        # The histogram of 2x3 adds up to 4544 moves for 360 positions, 60 for each cell of the blank.
        self.assertAlmostEqual(sum(means) / 6, 4544 / 360, 3)
