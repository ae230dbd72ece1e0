"""Distances are those that antipode exports, and those of a plain search."""

import json
import pathlib
import shutil
import tempfile
import unittest

import numpy as np

import antipode_tables
from tables import EXPORTED, FOLDER, exported, opened


class Distances(unittest.TestCase):
    def test_all_are_those_that_antipode_exports(self):
        self.assertGreater(len(EXPORTED), 10)
        for path in EXPORTED:
            with self.subTest(path.name):
                found = antipode_tables.open(path).distances()
                np.testing.assert_array_equal(found, exported(path))
                self.assertEqual(found.dtype, exported(path).dtype)

    def test_one_and_many_are_the_same_as_all(self):
        for path in EXPORTED:
            with self.subTest(path.name):
                table, array = antipode_tables.open(path), exported(path)
                index = np.random.default_rng(1).integers(0, array.size, 200)
                states = table.unrank(*np.unravel_index(index, array.shape)) if array.ndim == 2 else index
                np.testing.assert_array_equal(table.distance(states), array.ravel()[index])
                expected = int(array.ravel()[index[0]])
                self.assertEqual(table.distance(states[0]), None if expected == table.not_reached else expected)

    def test_of_texts_are_those_of_a_plain_search(self):
        searched = json.loads((FOLDER / "plain.json").read_text())
        self.assertGreater(len(searched), 4)
        for name, distances in searched.items():
            with self.subTest(name):
                table = opened(name)
                expected = [table.not_reached if distance is None else distance for distance in distances.values()]
                self.assertIn(table.not_reached, expected)
                self.assertEqual(table.distance(list(distances)).tolist(), expected)

    def test_are_read_only_and_computed_once(self):
        table = opened("3x3")
        with self.assertRaisesRegex(ValueError, "read-only"):
            table.distances()[0, 0] = 1
        self.assertTrue(np.shares_memory(table.distances(), table.distances()))


class ExportedDistances(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.table = pathlib.Path(folder.name) / "hanoi.table"
        shutil.copy(FOLDER / "hanoi-3-4.table", self.table)
        self.array = exported(FOLDER / "hanoi-3-4.table")

    def test_are_asked_for_if_only_antipode_knows_the_moves(self):
        for ask in (lambda table: table.distance(3)), (lambda table: table.distances()):
            with self.assertRaisesRegex(antipode_tables.MovesNeeded, "antipode export .*hanoi.table --format npy --output .*hanoi.npy'$"):
                ask(antipode_tables.open(self.table))

    def test_are_found_beside_the_table_or_given(self):
        np.save(self.table.with_suffix(".npy"), self.array)
        self.assertEqual(antipode_tables.open(self.table).distance([0, 5]).tolist(), self.array[[0, 5]].tolist())
        elsewhere = FOLDER / "hanoi-3-4.npy"
        np.testing.assert_array_equal(antipode_tables.open(self.table, exported=elsewhere).distances(), self.array)

    def test_of_another_table_are_refused(self):
        for wrong, message in (
            (self.array[1:], "expected whole numbers of the shape"),
            (self.array.astype(np.int8), "expected whole numbers of the shape"),
            (self.array.astype(np.float64), "expected whole numbers of the shape"),
            (self.array * 0 + 200, "do not have the histogram"),
            (np.roll(self.array, 1), "contradict each other"),
        ):
            np.save(self.table.with_suffix(".npy"), wrong)
            with self.assertRaisesRegex(antipode_tables.TableError, message):
                antipode_tables.open(self.table).distances()

    def test_that_are_not_an_array_are_refused(self):
        good = (FOLDER / "hanoi-3-4.npy").read_bytes()
        for content in b"", b"distances", good[:-1], good[:20], b"PK\3\4":
            self.table.with_suffix(".npy").write_bytes(content)
            with self.assertRaisesRegex(antipode_tables.TableError, "is not an array of numpy"):
                antipode_tables.open(self.table).distances()
        with self.assertRaises(FileNotFoundError):
            antipode_tables.open(self.table, exported=self.table.with_suffix(".none"))
