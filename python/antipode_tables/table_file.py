"""The file of a table: header, sections and checksums, as docs/reference/table-format.md describes them."""

from __future__ import annotations

import os
import struct
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import message_pack
from .errors import TableError
from .space import Bytes, Numbers

_PREFIX = struct.Struct("<8sII")
_CHECKSUM = struct.Struct("<I")
_VERSION = 1


class Section:
    """The bytes of a section. Chunks are checked when they are first read."""

    def __init__(self, path: str, number: int, bytes_of_file: Bytes, header: dict[str, Any]) -> None:
        words, checksums = header["sections"][number]["words"], header["sections"][number]["checksums"]
        self._name = f"{path}: chunk %d of section {number} is damaged; make the table again"
        self.bytes = bytes_of_file[words["offset"] : words["offset"] + words["bytes"]]
        self._checksums = bytes_of_file[checksums["offset"] : checksums["offset"] + checksums["bytes"]].view("<u4")
        self._chunk_bytes = header["chunkBytes"]
        self._unchecked = np.ones(len(self._checksums), bool)

    def at(self, offsets: Numbers) -> Bytes:
        """Returns the bytes at these offsets. Raises TableError if one of their chunks is damaged."""
        if self._unchecked.any():
            chunks = offsets // self._chunk_bytes
            self._check(np.unique(chunks[self._unchecked[chunks]]))
        return self.bytes[offsets]

    def check_all(self) -> None:
        """Checks all chunks that were not read yet. Raises TableError if one is damaged."""
        self._check(np.flatnonzero(self._unchecked))

    def _check(self, chunks: NDArray[np.intp]) -> None:
        size = self._chunk_bytes
        for chunk in chunks:
            if zlib.crc32(self.bytes[chunk * size : (chunk + 1) * size].data) != self._checksums[chunk]:
                raise TableError(self._name % chunk)
            self._unchecked[chunk] = False


class TableFile:
    """An open file: its header, and its sections."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        with open(self.path, "rb") as file:
            prefix = file.read(_PREFIX.size)
            if prefix[:8] != b"ANTIPODE":
                raise TableError(f"{self.path} is not a table: it does not begin with ANTIPODE")
            if len(prefix) < _PREFIX.size:
                raise self._cut_short()
            _, version, header_length = _PREFIX.unpack(prefix)
            if version != _VERSION:
                raise TableError(f"{self.path}: expected a table of version {_VERSION}, found version {version}")
            header = file.read(header_length)
            checksum = file.read(_CHECKSUM.size)
            length = os.fstat(file.fileno()).st_size
        if len(checksum) < _CHECKSUM.size:
            raise self._cut_short()
        if zlib.crc32(prefix + header) != _CHECKSUM.unpack(checksum)[0]:
            raise TableError(f"{self.path}: the header is damaged; make the table again")
        self.header = self._unpacked(header)
        expected = self.header.get("fileBytes")
        if length != expected:
            raise TableError(f"{self.path}: expected {expected} bytes, found {length}; copy or make the table again")
        everything: Bytes = np.asarray(np.memmap(self.path, np.uint8, "r"))
        try:
            self.sections = [
                Section(self.path, number, everything, self.header) for number in range(len(self.header["sections"]))
            ]
        except (KeyError, TypeError, ValueError):
            raise TableError(f"{self.path}: the header does not describe sections; make the table again") from None

    def _unpacked(self, header: bytes) -> dict[str, Any]:
        try:
            unpacked = message_pack.unpack(header)
        except (TypeError, UnicodeDecodeError, RecursionError) as error:
            raise TableError(f"{self.path}: the header is not MessagePack ({error}); make the table again") from None
        if not isinstance(unpacked, dict):
            raise TableError(f"{self.path}: expected a map as header, found {type(unpacked).__name__}; make the table again")
        return unpacked

    def _cut_short(self) -> TableError:
        return TableError(f"{self.path}: the file ends in its header; copy or make the table again")
