"""MessagePack, as headers of tables use it: https://github.com/msgpack/msgpack/blob/master/spec.md, without binary data and extensions."""

from __future__ import annotations

import struct
from typing import Any

from .errors import TableError

_NUMBERS = {
    0xCA: ">f", 0xCB: ">d",
    0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q",
    0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q",
}  # fmt: skip
_CONSTANTS = {0xC0: None, 0xC2: False, 0xC3: True}
_TEXTS = {0xD9: ">B", 0xDA: ">H", 0xDB: ">I"}
_ARRAYS = {0xDC: ">H", 0xDD: ">I"}
_MAPS = {0xDE: ">H", 0xDF: ">I"}


def unpack(packed: bytes) -> Any:
    """Returns the value that these bytes hold. Raises TableError if they do not hold one."""
    return _Reader(packed).value()


class _Reader:
    def __init__(self, packed: bytes) -> None:
        self._packed = packed
        self._at = 0

    def value(self) -> Any:
        first = self._number(">B")
        if first < 0x80:
            return first
        if first < 0x90:
            return self._map(first & 0x0F)
        if first < 0xA0:
            return self._array(first & 0x0F)
        if first < 0xC0:
            return self._text(first & 0x1F)
        if first >= 0xE0:
            return first - 0x100
        if first in _CONSTANTS:
            return _CONSTANTS[first]
        if first in _NUMBERS:
            return self._number(_NUMBERS[first])
        for formats, read in (_TEXTS, self._text), (_ARRAYS, self._array), (_MAPS, self._map):
            if first in formats:
                return read(self._number(formats[first]))
        raise TableError(f"the header holds a MessagePack type that tables do not use, {first:#x}")

    def _number(self, form: str) -> Any:
        return struct.unpack(form, self._take(struct.calcsize(form)))[0]

    def _text(self, length: int) -> str:
        return self._take(length).decode()

    def _array(self, length: int) -> list[Any]:
        return [self.value() for _ in range(length)]

    def _map(self, length: int) -> dict[str, Any]:
        return {self.value(): self.value() for _ in range(length)}

    def _take(self, length: int) -> bytes:
        taken = self._packed[self._at : self._at + length]
        if len(taken) < length:
            raise TableError("the header ends in the middle of a value")
        self._at += length
        return taken
