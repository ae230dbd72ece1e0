"""
Draws the distribution of a board's distances, and the mean distance by the blank's cell:

    antipode explore 3x4
    python3 distribution.py out/3x4.table 3x4.png

The picture needs matplotlib; the means are printed without it.
"""

import pathlib
import sys

import numpy as np

# The package of this checkout, if it is not installed.
sys.path.append(str(pathlib.Path(__file__).parents[1]))
import antipode_tables


def mean_by_cell(table):
    """Returns the mean distance of the positions with their blank on each cell."""
    counts = [np.bincount(cell[cell != table.not_reached]) for cell in table.distances()]
    return np.array([count @ np.arange(len(count)) / count.sum() for count in counts])


def board_of(table, means):
    """Returns the means as rows and columns, NaN for missing cells."""
    board = table.header["board"]
    rows = board.get("map") or ["." * board["columns"]] * board["rows"]
    remaining = iter(means)
    return np.array([[next(remaining) if mark == "." else np.nan for mark in row] for row in rows])


def draw(table, means, picture):
    """Draws both as a picture."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4), layout="constrained")
    left.bar(range(table.max_depth + 1), np.array(table.histogram) / table.states * 100, width=1, edgecolor="white", linewidth=0.5)
    left.set(title=f"{table.space}: {table.states:,} states", xlabel="distance", ylabel="% of the states")
    cells = board_of(table, means)
    middle = (means.min() + means.max()) / 2
    right.imshow(cells, cmap="Blues")
    for (row, column), mean in np.ndenumerate(cells):
        if not np.isnan(mean):
            right.text(column, row, f"{mean:.2f}", ha="center", va="center", color="white" if mean > middle else "black")
    right.set(title="mean distance by the blank's cell", xticks=[], yticks=[])
    figure.savefig(picture)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: python3 distribution.py <table of a board> [picture.png]")
    try:
        table = antipode_tables.open(sys.argv[1])
        if len(table.shape) != 2:
            sys.exit(f"expected the table of a board, found one of {table.space}")
        means = mean_by_cell(table)
    except (antipode_tables.AntipodeError, OSError) as error:
        sys.exit(str(error))
    for cell, mean in enumerate(means):
        print(f"blank on cell {cell}: {mean:.4f}")
    if len(sys.argv) == 3:
        try:
            draw(table, means, sys.argv[2])
        except ModuleNotFoundError:
            sys.exit("The picture needs matplotlib: pip install matplotlib")
        except (OSError, ValueError) as error:
            sys.exit(str(error))


if __name__ == "__main__":
    main()
