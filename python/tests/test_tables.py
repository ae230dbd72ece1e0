"""
Compares tables with arrays that antipode has exported: `python3 test_tables.py <folder>`, in which each `name.table` has its `name.npy`.
Among them are `3x3`, `damaged` (no array; its last chunk of cell 0 is damaged), `pancake-5` and `directed`.
"""

import pathlib
import sys
import tempfile
import unittest

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import antipode_tables

FOLDER = pathlib.Path(sys.argv.pop()) if __name__ == "__main__" else pathlib.Path()
TABLES = sorted(path.with_suffix(".table") for path in FOLDER.glob("*.npy"))


def exported(path):
    return np.load(path.with_suffix(".npy"))


def opened(path):
    """Opens a table, with its exported array if only antipode knows the moves."""
    table = antipode_tables.open(path)
    try:
        table.distances()
    except antipode_tables.MovesNeeded:
        return antipode_tables.open(path, exported=path.with_suffix(".npy"))
    return antipode_tables.open(path)


class Distances(unittest.TestCase):
    def test_all_are_those_that_antipode_exports(self):
        self.assertGreater(len(TABLES), 8)
        for path in TABLES:
            with self.subTest(path.name):
                found = opened(path).distances()
                np.testing.assert_array_equal(found, exported(path))
                self.assertEqual(found.dtype, exported(path).dtype)

    def test_one_and_many_are_the_same_as_all(self):
        for path in TABLES:
            with self.subTest(path.name):
                table, array = opened(path), exported(path)
                index = np.random.default_rng(1).integers(0, array.size, 200)
                states = table.unrank(*np.unravel_index(index, array.shape)) if array.ndim == 2 else index
                np.testing.assert_array_equal(table.distance(states), array.ravel()[index])
                expected = int(array.ravel()[index[0]])
                self.assertEqual(table.distance(states[0]), None if expected == table.not_reached else expected)

    def test_rank_is_the_inverse_of_unrank(self):
        for path in TABLES:
            with self.subTest(path.name):
                table, array = opened(path), exported(path)
                index = np.random.default_rng(2).integers(0, array.size, 200)
                if array.ndim == 2:
                    place = np.unravel_index(index, array.shape)
                    np.testing.assert_array_equal(table.rank(table.unrank(*place)), place)
                elif "pattern" in path.name:
                    np.testing.assert_array_equal(table.rank(table.unrank(index)), index)


class Positions(unittest.TestCase):
    def setUp(self):
        self.table = antipode_tables.open(FOLDER / "3x3.table")

    def test_may_be_written_in_several_ways(self):
        for text in "2 3 4 1 5 x 7 6 8", "23415x768", "2,3,4/1,5,_/7,6,8", [2, 3, 4, 1, 5, 0, 7, 6, 8]:
            self.assertEqual(self.table.distance(text), 19)
        self.assertEqual(self.table.distance(["1 2 3 4 5 6 7 8 x", "23415x768", "2 1 3 4 5 6 7 8 0"]).tolist(), [0, 19, 255])
        self.assertEqual(self.table.distance([]).tolist(), [])

    def test_that_cannot_be_solved_have_no_distance_and_no_rank(self):
        self.assertIsNone(self.table.distance("2 1 3 4 5 6 7 8 x"))
        with self.assertRaisesRegex(antipode_tables.StateError, "can be solved"):
            self.table.rank("2 1 3 4 5 6 7 8 x")

    def test_of_another_board_are_refused(self):
        for wrong in "1 2 3 x", "1 2 3 4 5 6 7 8 8", [1, 2, 3, 0], [[1, 2, 3, 4, 5, 6, 7, 8, 8]], 5, 1.5, None:
            with self.assertRaisesRegex(antipode_tables.StateError, "^expected a position of 9 cells"):
                self.table.distance(wrong)
        for cell, rank in (9, 0), (0, 20160), (-1, 0), (0, 0.5):
            with self.assertRaisesRegex(antipode_tables.StateError, "a cell below 9 and a rank below 20160"):
                self.table.unrank(cell, rank)


class Spaces(unittest.TestCase):
    def test_say_how_to_export_distances_that_follow_from_their_moves(self):
        with self.assertRaisesRegex(antipode_tables.MovesNeeded, "antipode export .* --format npy"):
            antipode_tables.open(FOLDER / "pancake-5.table").distance(3)

    def test_refuse_the_array_of_another_table(self):
        with self.assertRaisesRegex(antipode_tables.TableError, "expected whole numbers of the shape"):
            antipode_tables.open(FOLDER / "pancake-5.table", exported=FOLDER / "3x3.npy")
        with tempfile.TemporaryDirectory() as folder:
            wrong = pathlib.Path(folder) / "wrong.npy"
            np.save(wrong, np.roll(exported(FOLDER / "pancake-5.table"), 1))
            with self.assertRaisesRegex(antipode_tables.TableError, "contradict each other"):
                antipode_tables.open(FOLDER / "pancake-5.table", exported=wrong)

    def test_have_states_by_number(self):
        table = opened(FOLDER / "pancake-5.table")
        for wrong in "1 2 3 4 5", 120, -1:
            with self.assertRaisesRegex(antipode_tables.StateError, "the number of a state of pancake:5 from 0 to 119"):
                table.distance(wrong)
        with self.assertRaisesRegex(antipode_tables.StateError, "whose texts only antipode knows"):
            table.unrank(0)


class Damage(unittest.TestCase):
    def test_of_a_chunk_is_found_when_it_is_read(self):
        table = antipode_tables.open(FOLDER / "damaged.table")
        self.assertEqual(table.distance("1 2 3 4 5 6 7 8 x 9"), 1)
        with self.assertRaisesRegex(antipode_tables.TableError, "chunk 5 of section 0 is damaged"):
            table.distance("x 9 8 7 1 5 6 4 3 2")
        with self.assertRaisesRegex(antipode_tables.TableError, "chunk 5 of section 0 is damaged"):
            table.distances()

    def test_of_a_header_or_a_length_is_found_at_once(self):
        whole = (FOLDER / "3x3.table").read_bytes()
        for content, message in (
            (b"x" + whole[1:], "is not a table"),
            (whole[:8] + b"\2" + whole[9:], "expected a table of version 1, found version 2"),
            (whole[:40] + b"\0" + whole[41:], "the header is damaged"),
            (whole[:12], "ends in its header"),
            (whole[:100], "ends in its header"),
            (whole[:-1], f"expected {len(whole)} bytes, found {len(whole) - 1}"),
            (whole + b"\0", f"expected {len(whole)} bytes, found {len(whole) + 1}"),
        ):
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / "3x3.table"
                path.write_bytes(content)
                with self.assertRaisesRegex(antipode_tables.TableError, message):
                    antipode_tables.open(path)


class Results(unittest.TestCase):
    def test_are_dictionaries(self):
        result = antipode_tables.read_result(FOLDER / "3x3.json")
        table = antipode_tables.open(FOLDER / "3x3.table")
        self.assertEqual(result["maxDepth"], 31)
        self.assertEqual(result["histogram"], table.histogram)
        self.assertEqual(table.distance(result["antipodes"]).tolist(), [31, 31])

    def test_that_are_not_json_are_refused(self):
        with self.assertRaisesRegex(antipode_tables.TableError, "is not a result"):
            antipode_tables.read_result(FOLDER / "3x3.table")


if __name__ == "__main__":
    unittest.main()
