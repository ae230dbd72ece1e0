"""Results: the objects that `antipode explore` and other commands write beside a table, or print with --json."""

from __future__ import annotations

import json
import os
from typing import Any

from .errors import TableError


def read_result(path: str | os.PathLike[str]) -> dict[str, Any]:
    """
    Returns a result as a dictionary, with the fields of docs/reference/result.md.
    Raises TableError if the file is not a JSON object; OSError if it cannot be read.
    """
    name = os.fspath(path)
    with open(name, "rb") as file:
        text = file.read()
    try:
        result = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TableError(f"{name} is not a result: expected a JSON object, found {error}") from None
    if not isinstance(result, dict):
        raise TableError(f"{name} is not a result: expected a JSON object, found {type(result).__name__}")
    return result
