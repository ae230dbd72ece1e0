"""The tables that the tests read: those in the folder that the variable ANTIPODE_TABLES names. test/python/tables.test.ts makes them."""

import os
import pathlib

import numpy as np

import antipode_tables

FOLDER = pathlib.Path(os.environ["ANTIPODE_TABLES"])

EXPORTED = sorted(path.with_suffix(".table") for path in FOLDER.glob("*.npy"))
"""Tables with their exported arrays beside them."""


def opened(name):
    return antipode_tables.open(FOLDER / f"{name}.table")


def exported(path):
    return np.load(path.with_suffix(".npy"))
