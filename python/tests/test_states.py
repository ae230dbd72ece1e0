"""States are texts, numbers and rows of tiles; what is none of them is refused in one line."""

import csv
import unittest

import numpy as np

import antipode_tables
from tables import EXPORTED, FOLDER, exported, opened

HUGE = 10**40
NOT_STATES = (
    "", "x", "1 2", "?" * 5000, "9" * 5000, "\u0663", 1.5, None, True, b"12345678x", {}, set(), object(), HUGE, -1, 2**63,
    [None], [HUGE], ["1", 2], [[1, 2], [3]], [[[0]]], np.zeros((2, 2, 2), int), np.array([0.5]), np.array(["a"]),
)  # fmt: skip


class States(unittest.TestCase):
    def test_rank_is_the_inverse_of_unrank(self):
        for path in EXPORTED:
            with self.subTest(path.name):
                table, array = antipode_tables.open(path), exported(path)
                index = np.random.default_rng(2).integers(0, array.size, 200)
                place = np.unravel_index(index, array.shape)
                try:
                    states = table.unrank(*place)
                except antipode_tables.StateError as error:
                    self.assertRegex(str(error), "whose texts only antipode knows")
                    np.testing.assert_array_equal(table.rank(index), index)
                else:
                    np.testing.assert_array_equal(table.rank(states), place if array.ndim == 2 else index)
                    self.assertEqual(table.rank(states[0]), tuple(axis[0] for axis in place) if array.ndim == 2 else index[0])

    def test_of_generators_and_pancakes_have_the_texts_that_antipode_exports(self):
        listed = sorted(FOLDER.glob("*.csv"))
        self.assertGreater(len(listed), 4)
        for path in listed:
            with self.subTest(path.name), open(path, newline="") as file:
                rows = list(csv.DictReader(file))
                table = antipode_tables.open(path.with_suffix(".table"))
                texts, numbers = [row["state"] for row in rows], [int(row["number"]) for row in rows]
                self.assertEqual(table.unrank(numbers), texts)
                self.assertEqual(table.rank(texts).tolist(), numbers)
                self.assertEqual(table.distance(texts).tolist(), [int(row["distance"]) for row in rows])

    def test_of_a_board_have_the_tiles_of_the_goal_that_was_explored_or_is_given(self):
        path = FOLDER / "out" / "3x3-blank-4.table"
        spiral, other = "1 2 3 8 x 4 7 6 5", "8 1 6 3 x 4 7 5 2"
        self.assertEqual(antipode_tables.open(path).distance([spiral, "1 2 3 8 4 x 7 6 5"]).tolist(), [0, 1])
        self.assertEqual(antipode_tables.open(path, goal=other).distance(other), 0)
        for wrong in "12345678x", "1 2 3", [[0]], 5:
            with self.subTest(wrong), self.assertRaisesRegex(antipode_tables.StateError, r"^[^\n]{1,300}$"):
                antipode_tables.open(path, goal=wrong)
        with self.assertRaisesRegex(antipode_tables.StateError, "a goal is for tables of boards"):
            antipode_tables.open(FOLDER / "pancake-5.table", goal=spiral)
        (FOLDER / "out" / "3x3-goal-1.json").mkdir()
        (FOLDER / "out" / "3x3-goal-2.json").write_text("no result")
        self.assertEqual(antipode_tables.open(path).distance(spiral), 0)
        again = FOLDER / "out" / "3x3-goal-8-1-6-3-x-4-7-5-2.json"
        with open(FOLDER / "out" / "3x3-goal-1-2-3-8-x-4-7-6-5.json") as first, open(again, "w") as second:
            second.write(first.read().replace(spiral, other))
        with self.assertRaisesRegex(antipode_tables.StateError, "2 explored goals, '1 2 3 8 x 4 7 6 5', '8 1 6 3 x 4 7 5 2': choose one"):
            antipode_tables.open(path)
        again.unlink()

    def test_that_are_none_are_refused_in_one_line(self):
        for name in "3x3", "3x3-pattern-1-2-4", "pancake-5", "star-7", "hanoi-3-4", "directed":
            table = opened(name)
            for wrong in NOT_STATES:
                for ask in table.distance, table.rank:
                    with self.subTest(name, wrong=wrong), self.assertRaises(antipode_tables.StateError) as caught:
                        ask(wrong)
                    self.assertRegex(str(caught.exception), r"^expected [^\n]{,300}$")

    def test_none_at_all_have_no_distances(self):
        for name in "3x3", "3x3-pattern-1-2-4", "pancake-5", "hanoi-3-4", "directed":
            for empty in [], (), np.zeros(0, int):
                self.assertEqual(opened(name).distance(empty).tolist(), [])


class Positions(unittest.TestCase):
    def setUp(self):
        self.table = opened("3x3")

    def test_may_be_written_in_several_ways(self):
        row = [2, 3, 4, 1, 5, 0, 7, 6, 8]
        for text in "2 3 4 1 5 x 7 6 8", "23415x768", "2,3,4/1,5,_/7,6,8", row, tuple(row), np.array(row, np.uint8):
            self.assertEqual(self.table.distance(text), 19)
        texts = ["1 2 3 4 5 6 7 8 x", "23415x768", "2 1 3 4 5 6 7 8 0"]
        for many in texts, tuple(texts), np.array(texts):
            self.assertEqual(self.table.distance(many).tolist(), [0, 19, 255])

    def test_that_cannot_be_solved_have_no_distance_and_no_rank(self):
        self.assertIsNone(self.table.distance("2 1 3 4 5 6 7 8 x"))
        with self.assertRaisesRegex(antipode_tables.StateError, "can be solved"):
            self.table.rank("2 1 3 4 5 6 7 8 x")

    def test_are_those_of_cells_and_ranks(self):
        self.assertEqual(self.table.unrank(5, 3085).tolist(), [2, 3, 4, 1, 5, 0, 7, 6, 8])
        self.assertEqual(self.table.unrank(np.int8(5), np.uint16([3085, 0])).shape, (2, 9))
        self.assertEqual(self.table.unrank([], []).shape, (0, 9))
        for cell, rank in (9, 0), (0, 20160), (-1, 0), (0, 0.5), (0, HUGE), ("1", 0), (None, 0), ([0, 1], [0, 1, 2]), ([[0], [1, 2]], 0):
            with self.subTest(cell=cell, rank=rank):
                with self.assertRaisesRegex(antipode_tables.StateError, "^expected a cell below 9 and a rank below 20160[^\n]+$"):
                    self.table.unrank(cell, rank)
        for index in (), (0,), (0, 0, 0):
            with self.assertRaisesRegex(antipode_tables.StateError, "expected a cell and a rank"):
                self.table.unrank(*index)


class PermutationPuzzles(unittest.TestCase):
    def test_have_states_by_text_and_by_number(self):
        table = opened("pancake-5")
        self.assertEqual(table.distance("5 4 3 2 1"), 1)
        self.assertEqual(table.distance(["5,4,3,2,1", "12345"]).tolist(), [1, 0])
        self.assertEqual(table.unrank(table.rank("3 1 4 5 2")), "3 1 4 5 2")
        self.assertEqual(opened("burnt-pancake-3").distance("-3 -2 -1"), 1)
        self.assertEqual(opened("burnt-pancake-3").distance("-3-2-1"), 1)
        rings = opened("rings")
        self.assertEqual(rings.distance("1111122222"), 0)
        self.assertEqual(rings.distance(" 2222211111 "), rings.distance("2 2 2 2 2 1 1 1 1 1"))

    def test_refuse_other_pieces(self):
        for wrong in "1 2 3 4", "1 2 3 4 6", "1 1 2 3 4", "1 2 3 4 5+1", "1 2 3 4 -5":
            with self.assertRaisesRegex(antipode_tables.StateError, "^expected the pieces of '1 2 3 4 5' in some order, found"):
                opened("pancake-5").distance(wrong)

    def test_have_no_distance_if_moves_do_not_lead_there(self):
        table = opened("topspin-7-4")
        self.assertIsNone(table.distance("2 1 3 4 5 6 7"))
        self.assertEqual(table.distance("4 3 2 1 5 6 7"), 1)
