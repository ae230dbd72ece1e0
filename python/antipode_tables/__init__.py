"""
Reads the distance tables and results of antipode with numpy.

    import antipode_tables

    table = antipode_tables.open('out/3x3.table')
    table.distance('2 3 4 1 5 x 7 6 8')  # 19
    table.distances()                    # an array of all of them
"""

from .errors import AntipodeError, MovesNeeded, StateError, TableError
from .results import read_result
from .table import Table
from .table import open_table as open

__all__ = ["AntipodeError", "MovesNeeded", "StateError", "Table", "TableError", "open", "read_result"]
