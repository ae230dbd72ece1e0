"""Damaged files are refused in one line; results are dictionaries."""

import pathlib
import struct
import tempfile
import unittest
import zlib

import antipode_tables
from tables import FOLDER, opened


def with_header(header):
    """Returns a file with this header and its checksum, and nothing else."""
    begin = struct.pack("<8sII", b"ANTIPODE", 1, len(header)) + header
    return begin + struct.pack("<I", zlib.crc32(begin))


class Representation(unittest.TestCase):
    def test_of_a_table_is_a_short_line(self):
        self.assertEqual(repr(opened("3x3")), "<Table of 3x3, 181,440 states, maximum depth 31>")


class Damage(unittest.TestCase):
    def test_of_a_chunk_is_found_when_it_is_read(self):
        table = opened("damaged")
        self.assertEqual(table.distance("1 2 3 4 5 6 7 8 x 9"), 1)
        with self.assertRaisesRegex(antipode_tables.TableError, "chunk 5 of section 0 is damaged"):
            table.distance("x 9 8 7 1 5 6 4 3 2")
        with self.assertRaisesRegex(antipode_tables.TableError, "chunk 5 of section 0 is damaged"):
            table.distances()

    def test_is_found_beyond_4_gib_and_only_there(self):
        table = opened("holes")
        self.assertGreater(table.header["sections"][13]["words"]["offset"], 2**32)
        self.assertEqual(table.distance("1 2 3 4 5 6 7 8 9 10 11 12 13 x"), 0)
        with self.assertRaisesRegex(antipode_tables.TableError, "chunk 0 of section 12 is damaged"):
            table.distance("1 2 3 4 5 6 7 8 9 10 11 12 x 13")

    def test_of_a_header_or_a_length_is_found_at_once(self):
        whole = (FOLDER / "3x3.table").read_bytes()
        for content, message in (
            (b"", "is not a table"),
            (b"x" + whole[1:], "is not a table"),
            (whole[:8] + b"\2" + whole[9:], "expected a table of version 1, found version 2"),
            (whole[:12] + b"\xff\xff\xff\xff" + whole[16:], "ends in its header"),
            (whole[:40] + b"\0" + whole[41:], "the header is damaged"),
            (whole[:12], "ends in its header"),
            (whole[:100], "ends in its header"),
            (whole[:-1], f"expected {len(whole)} bytes, found {len(whole) - 1}"),
            (whole + b"\0", f"expected {len(whole)} bytes, found {len(whole) + 1}"),
            (with_header(b"\x01"), "expected a map as header, found int"),
            (with_header(b"\x80"), "expected None bytes"),
            (with_header(b"\xc1"), "a MessagePack type that tables do not use"),
            (with_header(b"\x81\xa1\xff\0"), "the header is not MessagePack"),
            (with_header(b"\x91" * 5000), "the header is not MessagePack"),
        ):
            self.assert_refused(content, message)

    def test_of_a_header_whose_checksum_is_right_is_refused_too(self):
        for fields, message in (({}, "does not describe sections"), ({"sections": []}, "is not that of a table")):
            content = b""
            while True:
                packed = _packed({"fileBytes": len(content), **fields})
                if with_header(packed) == content:
                    break
                content = with_header(packed)
            self.assert_refused(content, message)

    def assert_refused(self, content, message):
        with self.subTest(message), tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "3x3.table"
            path.write_bytes(content)
            with self.assertRaisesRegex(antipode_tables.TableError, message) as caught:
                antipode_tables.open(path)
            self.assertNotIn("\n", str(caught.exception))


def _packed(fields):
    """Returns the MessagePack of a map of short texts to small numbers and empty arrays."""
    pairs = [bytes([0xA0 | len(key)]) + key.encode() + (b"\x90" if value == [] else bytes([value])) for key, value in fields.items()]
    return bytes([0x80 | len(pairs)]) + b"".join(pairs)


class Results(unittest.TestCase):
    def test_are_dictionaries(self):
        result = antipode_tables.read_result(FOLDER / "3x3.json")
        table = opened("3x3")
        self.assertEqual(result["maxDepth"], 31)
        self.assertEqual(result["histogram"], table.histogram)
        self.assertEqual(table.distance(result["antipodes"]).tolist(), [31, 31])

    def test_that_are_not_objects_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "result.json"
            for content in b"", b"[1]", b"\xff", b"{", b"[" * 100000:
                path.write_bytes(content)
                with self.assertRaisesRegex(antipode_tables.TableError, r"^[^\n]* is not a result: expected a JSON object, found [^\n]*$"):
                    antipode_tables.read_result(path)
