/**
 * The independent referee: the plainest breadth-first search, which moves, ranks and looks up one position at a time. It uses no code of
 * src. Positions are permutations of 0..n-1 in reading order, with 0 for the blank, numbered by their rank among all n!.
 */

export interface PlainSearch {
  /** Number of positions at each depth. */
  readonly histogram: readonly number[];
  /** Depth of each rank; -1 if it is unreachable. */
  readonly depths: Int16Array;
}

/** Searches a full board. @param goal up to 10 tiles in reading order, with 0 for the blank */
export function plainSearch(rows: number, columns: number, goal: readonly number[]): PlainSearch {
  const ways = cellsBeside(rows, columns).map((cells) => cells.map((cell) => [cell]));
  return plainSearchOfWays(goal, ways);
}

/** Returns the neighbours of each cell of a full board: up, down, left, right. */
function cellsBeside(rows: number, columns: number): number[][] {
  return Array.from({ length: rows * columns }, (_, cell) => {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    const beside = [
      [row - 1, column],
      [row + 1, column],
      [row, column - 1],
      [row, column + 1],
    ];
    return beside.flatMap(([r, c]) => (r >= 0 && r < rows && c >= 0 && c < columns ? [r * columns + c] : []));
  });
}

/** Searches a board. @param ways paths of the blank from each cell in one move, as sequences of cells */
export function plainSearchOfWays(goal: readonly number[], ways: readonly (readonly number[][])[]): PlainSearch {
  const question = JSON.stringify([goal, ways]);
  const found = known.get(question) ?? searchOfWays(goal, ways);
  known.delete(question);
  known.set(question, found);
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value ?? '');
  return found;
}

/** The latest searches, since many tests need the same ones; 10 cells take 7 MB. */
const known = new Map<string, PlainSearch>();
const MOST_KNOWN = 16;

function searchOfWays(goal: readonly number[], ways: readonly (readonly number[][])[]): PlainSearch {
  const n = goal.length;
  let permutations = 1;
  for (let k = 2; k <= n; k++) permutations *= k;
  const depths = new Int16Array(permutations).fill(-1);
  depths[plainRank(goal)] = 0;
  const histogram = [1];
  // The tiles of all positions found so far, layer by layer.
  const queue = new Uint8Array(permutations * n);
  queue.set(goal);
  let found = n;
  const moved = new Uint8Array(n);
  for (let depth = 1, begin = 0, end = n; begin < end; depth++, end = found) {
    for (; begin < end; begin += n) {
      let blank = 0;
      while (queue[begin + blank] !== 0) blank++;
      for (const way of ways[blank]) {
        for (let cell = 0; cell < n; cell++) moved[cell] = queue[begin + cell];
        let from = blank;
        for (const to of way) {
          moved[from] = moved[to];
          moved[to] = 0;
          from = to;
        }
        const rank = plainRank(moved);
        if (depths[rank] >= 0) continue;
        depths[rank] = depth;
        for (let cell = 0; cell < n; cell++) queue[found++] = moved[cell];
      }
    }
    if (found > end) histogram.push((found - end) / n);
  }
  return { histogram, depths };
}

/** Returns the positions one move away. */
export function plainNeighbours(rows: number, columns: number, position: readonly number[]): number[][] {
  const blank = position.indexOf(0);
  return cellsBeside(rows, columns)[blank].map((cell) => position.with(blank, position[cell]).with(cell, 0));
}

/** Number of bits set in each number of 16 bits. */
const ONES = new Uint8Array(1 << 16);
for (let bits = 1; bits < ONES.length; bits++) ONES[bits] = ONES[bits >> 1] + (bits & 1);

/** Returns the rank of a permutation. @param permutation permutation of 0..n-1, with n up to 16 */
export function plainRank(permutation: ArrayLike<number>): number {
  const n = permutation.length;
  let rank = 0;
  let before = 0;
  for (let j = 0; j < n; j++) {
    const element = permutation[j];
    // The smaller elements that are not before this element are behind it.
    const smallerBehind = element - ONES[before & ((1 << element) - 1)];
    rank = rank * (n - j) + smallerBehind;
    before |= 1 << element;
  }
  return rank;
}

/** Returns the permutation of a rank. From the last element to the first, each is inserted among those behind it, whose larger ones grow by one. */
export function plainUnrank(n: number, rank: number): number[] {
  const permutation = new Array<number>(n).fill(0);
  let rest = rank;
  for (let j = n - 1; j >= 0; j--) {
    const smaller = rest % (n - j);
    rest = (rest - smaller) / (n - j);
    permutation[j] = smaller;
    for (let k = j + 1; k < n; k++) if (permutation[k] >= smaller) permutation[k]++;
  }
  return permutation;
}
