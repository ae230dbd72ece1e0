/**
 * The independent referee: a breadth-first search as plain as it can be. One position at a time is unranked, moved, ranked
 * and looked up; nothing of src is used. Positions are permutations of 0..n-1 in reading order, 0 the blank, numbered by
 * their rank among all n!.
 */

export interface PlainSearch {
  /** Positions of each depth. */
  readonly histogram: number[];
  /** Depth of each rank, -1 where it is not reached. */
  readonly depths: Int16Array;
}

/**
 * @param goal tiles in reading order, 0 for the blank; at most 10 cells
 * @param neighboursOf what counts as a move
 */
export function plainSearch(
  rows: number,
  columns: number,
  goal: readonly number[],
  neighboursOf = plainNeighbours,
): PlainSearch {
  const n = rows * columns;
  let permutations = 1;
  for (let k = 2; k <= n; k++) permutations *= k;
  const depths = new Int16Array(permutations).fill(-1);
  const start = plainRank(goal);
  depths[start] = 0;
  const histogram = [1];
  let layer = [start];
  for (let depth = 1; layer.length > 0; depth++) {
    const next: number[] = [];
    for (const rank of layer) {
      for (const neighbour of neighboursOf(rows, columns, plainUnrank(n, rank))) {
        const found = plainRank(neighbour);
        if (depths[found] >= 0) continue;
        depths[found] = depth;
        next.push(found);
      }
    }
    if (next.length > 0) histogram.push(next.length);
    layer = next;
  }
  return { histogram, depths };
}

/** The positions one move away. */
export function plainNeighbours(rows: number, columns: number, position: readonly number[]): number[][] {
  const blank = position.indexOf(0);
  const row = Math.floor(blank / columns);
  const column = blank % columns;
  const neighbours: number[][] = [];
  for (const [r, c] of [
    [row - 1, column],
    [row + 1, column],
    [row, column - 1],
    [row, column + 1],
  ]) {
    if (r < 0 || r >= rows || c < 0 || c >= columns) continue;
    const moved = [...position];
    moved[blank] = moved[r * columns + c];
    moved[r * columns + c] = 0;
    neighbours.push(moved);
  }
  return neighbours;
}

export function plainRank(permutation: readonly number[]): number {
  let rank = 0;
  for (let j = 0; j < permutation.length; j++) {
    let smaller = 0;
    for (let k = j + 1; k < permutation.length; k++) if (permutation[k] < permutation[j]) smaller++;
    rank = rank * (permutation.length - j) + smaller;
  }
  return rank;
}

export function plainUnrank(n: number, rank: number): number[] {
  const digits: number[] = [];
  let rest = rank;
  for (let radix = 1; radix <= n; radix++) {
    digits.unshift(rest % radix);
    rest = Math.floor(rest / radix);
  }
  const left = Array.from({ length: n }, (_, element) => element);
  return digits.map((digit) => left.splice(digit, 1)[0]);
}

/** The positions one move away, where a move slides one, two or more tiles of a row or column by one cell. */
export function plainMultiNeighbours(rows: number, columns: number, position: readonly number[]): number[][] {
  const blank = position.indexOf(0);
  const row = Math.floor(blank / columns);
  const column = blank % columns;
  const neighbours: number[][] = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      if ((r === row) === (c === column)) continue;
      // The tiles between this cell and the blank, one after the other, come a cell nearer to where the blank was.
      const moved = [...position];
      const [down, right] = [Math.sign(r - row), Math.sign(c - column)];
      for (let [at, on] = [row, column]; at !== r || on !== c; at += down, on += right) {
        moved[at * columns + on] = position[(at + down) * columns + on + right];
      }
      moved[r * columns + c] = 0;
      neighbours.push(moved);
    }
  }
  return neighbours;
}
