"""Results: the objects that `antipode explore` and other commands write beside a table, or print with --json."""

from __future__ import annotations

import json
import os
import re
from typing import Any

from .errors import TableError


def explored_goals(table: str, space: str) -> list[str]:
    """Returns the goals of the results beside a board's table that name it, as docs/reference/result.md describes."""
    folder, name = os.path.split(os.path.realpath(table))
    own = f"{os.path.splitext(name)[0]}.json"
    goals: list[str] = []
    for beside in sorted(os.listdir(folder)):
        if beside != own and not re.search(r"-goal-[\dx-]+\.json$", beside):
            continue
        path = os.path.join(folder, beside)
        if not os.path.isfile(path):
            continue
        try:
            result = read_result(path)
        except TableError:  # A file of that name may be something else.
            continue
        of, goal = result.get("table"), result.get("goal")
        if result.get("space") != space or not isinstance(of, str) or not isinstance(goal, str):
            continue
        if beside == own or os.path.basename(of) == name:
            goals.append(goal)
    return goals


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
