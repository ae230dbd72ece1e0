"""
Draws the distribution of a board's distances, and the mean distance by the blank's cell:

    antipode explore 3x4
    python3 distribution.py out/3x4.table 3x4.png

The picture needs matplotlib; the means are printed without it.
"""

import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import antipode_tables


def mean_by_cell(table):
    """Returns the mean distance of the positions with their blank on each cell."""
    return np.array([cell[cell != table.not_reached].mean(dtype=np.float64) for cell in table.distances()])


def draw(table, means, picture):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4), layout="constrained")
    left.bar(range(table.max_depth + 1), table.histogram)
    left.set(title=f"{table.space}: {table.states:,} states", xlabel="distance", ylabel="states")
    right.bar(range(len(means)), means)
    right.set(title="mean distance", xlabel="blank's cell, in reading order", ylim=(means.min() - 1, means.max() + 1))
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


if __name__ == "__main__":
    main()
