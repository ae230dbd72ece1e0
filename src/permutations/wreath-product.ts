/**
 * An upper bound of a puzzle's states, without enumerating them.
 *
 * The moves of a puzzle generate a group G. It is in the product W of wreath products, one for each orbit of pieces. Its invariants
 * phi(G) are in the abelian group A of all parities and turns. Let H be the group of all elements of W
 * whose invariants are in phi(G). It contains G and all commutators of W, so it is normal in W. W makes |Wx| colourings from the solved one,
 * and the orbits of H on them have the same size. If S are the elements that keep the solved colouring, then
 *
 *     |Gx| <= |Hx| = |Wx| / |W : HS| = |Wx| / |A : <phi(G), phi(S)>|.
 *
 * If all points have different colours, this is an upper bound of |G|. Most puzzles of turning pieces reach it. Example: the 3x3x3
 * cube has 3^8 8! 2^12 12! elements of W. A quarter turn is odd on corners and on edges, and the sums of turns are 0. So phi(G)
 * has 2 of 24 elements. The order of the cube's group is at most, and indeed exactly, a twelfth of that of W.
 */

import { cyclesOf, type Permutation, parity, pointOrbits } from './permutation.js';

/**
 * Returns an upper bound of the number of states, which most puzzles reach.
 * @param moves at least one
 * @param solved [point]: its colour; colours can be any numbers
 */
export function mostColourings(moves: readonly Permutation[], solved: ArrayLike<number>): bigint {
  const { orbits, followers } = turningPieces(moves);
  const products = orbits.map(wreathProduct);
  const moduli = products.flatMap((wreath) => wreath.moduli);
  const vectors = moves.map((move) => products.flatMap((wreath) => wreath.invariantsOf(move)));
  const colourOf = (point: number) => coloursWithFollowers(point, followers, solved);
  let count = 1n;
  for (const [at, wreath] of products.entries()) {
    const found = wreath.colourings(colourOf);
    count *= found.count;
    const others = (kept: readonly number[]) =>
      products.flatMap(({ moduli }, other) => moduli.map((_, i) => (other === at ? kept[i] : 0)));
    vectors.push(...found.kept.map(others));
  }
  return count / indexOfSubgroup(moduli, vectors);
}

/** Returns the colours of a point and of the points that move with it. */
function coloursWithFollowers(point: number, followers: TurningPieces['followers'], solved: ArrayLike<number>): string {
  const colours = [solved[point]];
  for (const map of followers) if (map[point] >= 0) colours.push(solved[map[point]]);
  return colours.join('/');
}

/**
 * The wreath product in which an orbit of pieces moves. Its k^m m! elements permute m pieces with k turns, and turn every piece individually.
 * Two invariants add up under products: the parity of the permutation, and the sum of turns modulo k.
 */
function wreathProduct({ points, turns }: PieceOrbit) {
  const pieces = points.length / turns;
  /** [point]: place * turns + facet. */
  const indexOf = new Map(points.map((point, index) => [point, index]));
  return {
    /** Moduli of parity and turn: every pair of invariants below them occurs. */
    moduli: [pieces > 1 ? 2 : 1, turns],

    /** Returns parity and turn of a permutation in the wreath product. */
    invariantsOf(move: Permutation): number[] {
      const places = new Uint8Array(pieces);
      let turn = 0;
      for (let place = 0; place < pieces; place++) {
        const index = indexOf.get(move[points[place * turns]]) ?? 0;
        places[place] = Math.floor(index / turns);
        turn += index % turns;
      }
      return [parity(places), turn % turns];
    },

    /**
     * Returns the number of colourings that the wreath product makes from one, and generators for the invariants of the elements that keep it.
     *
     * Pieces with the same colours, read from any facet, are identical: exchanging two of them keeps the colouring. A piece whose
     * colours repeat after p facets keeps them when turned by p. So there are p colourings for each piece, times a multinomial
     * coefficient.
     *
     * @param colourOf the colour of each point
     */
    colourings(colourOf: (point: number) => string): { count: bigint; kept: number[][] } {
      const identical = new Map<string, number>();
      const kept: number[][] = [];
      let count = 1n;
      for (let place = 0; place < pieces; place++) {
        const colours = points.slice(place * turns, (place + 1) * turns).map(colourOf);
        const readings = colours.map((_, facet) => [...colours.slice(facet), ...colours.slice(0, facet)].join());
        const period = new Set(readings).size;
        const [piece] = readings.sort();
        const alike = (identical.get(piece) ?? 0) + 1;
        identical.set(piece, alike);
        count = (count * BigInt(period) * BigInt(place + 1)) / BigInt(alike);
        if (alike === 2) kept.push([1, 0]);
        if (period < turns) kept.push([0, period]);
      }
      return { count, kept };
    },
  };
}

/*
 * Pieces of a puzzle given only by its moves, on points that may be facelets. Some points belong to one piece that turns, and
 * some orbits move along with another one. Equivariant maps show both.
 */

/** An orbit of points as places of pieces. */
interface PieceOrbit {
  /** [place * turns + facet]: the point. Places are in the order of their first facets, which are their least points. */
  readonly points: readonly number[];
  /** Number of turns that return a piece to its first orientation, 1 if pieces do not turn. */
  readonly turns: number;
}

interface TurningPieces {
  /** Orbits that do not move along with an earlier one. */
  readonly orbits: readonly PieceOrbit[];
  /** Maps from one of these orbits to one that moves along with it: one map for each of the other orbits. */
  readonly followers: readonly EquivariantMap[];
}

/**
 * Finds the pieces. Larger orbits lead smaller ones; among equal ones, the first leads. A point that no move takes away follows any orbit.
 * @param moves at least one
 */
export function turningPieces(moves: readonly Permutation[]): TurningPieces {
  const leaders: number[][] = [];
  const followers: EquivariantMap[] = [];
  for (const orbit of pointOrbits(moves).sort((a, b) => b.length - a.length)) {
    const map = mapOnto(orbit, leaders, moves);
    if (map === undefined) leaders.push(orbit);
    else followers.push(map);
  }
  leaders.sort(([a], [b]) => a - b);
  return { orbits: leaders.map((orbit) => piecesOf(orbit, moves)), followers };
}

function mapOnto(orbit: readonly number[], leaders: readonly (readonly number[])[], moves: readonly Permutation[]) {
  for (const leader of leaders) {
    if (leader.length % orbit.length !== 0) continue;
    for (const point of orbit) {
      const map = equivariantMap(moves, leader[0], point);
      if (map !== undefined) return map;
    }
  }
  return undefined;
}

/** Returns the pieces with the maximum number of turns. Two points without others are two pieces that change places. */
function piecesOf(orbit: readonly number[], moves: readonly Permutation[]): PieceOrbit {
  let best: PieceOrbit = { points: orbit, turns: 1 };
  for (const point of orbit.slice(1)) {
    const turn = equivariantMap(moves, orbit[0], point);
    if (turn === undefined) continue;
    const cycles = cyclesOf(turn, orbit);
    const turns = cycles[0].length;
    if (turns > best.turns && orbit.length > 2) best = { points: cycles.flat(), turns };
  }
  return best;
}

/*
 * Equivariant maps from the points of an orbit to points. They commute with all moves: f with `f[s[i]] = s[f[i]]` for every move s.
 *
 * The piece on point i then moves along with the piece on point f[i]. If f leads to another orbit, the colours of the first orbit determine
 * those of the second. If it leads to the same orbit, it permutes the orbit and is called c here. All cycles of c have the same
 * length k, since a power of c that fixes one point fixes all of them. The points of a cycle are then the facets of a piece that
 * turns, and c turns every piece by one. A move takes facet j of a piece to facet j + t of a place, with the same t for all j. So
 * the group is in the wreath product of the cyclic group of order k with the permutations of the cycles. The converse
 * is also true: if pieces turn like this, turning each of them by one is an equivariant map.
 *
 * Example: the corners of the 2x2x2 cube show 24 facelets. The map that takes each facelet to the next one clockwise on its
 * corner commutes with all turns of faces.
 *
 * All points of an orbit are reached from one of them, so the image of that point determines f.
 */

/** [point]: the image of a point of the orbit; NO_IMAGE for other points. */
type EquivariantMap = Int16Array;

const NO_IMAGE = -1;

/** Returns the equivariant map that takes a point to another one, if it exists. */
function equivariantMap(moves: readonly Permutation[], from: number, to: number): EquivariantMap | undefined {
  const map = new Int16Array(moves[0].length).fill(NO_IMAGE);
  map[from] = to;
  const reached = [from];
  for (const point of reached) {
    for (const move of moves) {
      const next = move[point];
      const image = move[map[point]];
      if (map[next] === NO_IMAGE) {
        map[next] = image;
        reached.push(next);
      } else if (map[next] !== image) {
        return undefined;
      }
    }
  }
  return map;
}

/**
 * Returns the index of the subgroup of Z/m_1 x ... x Z/m_r that some vectors generate.
 *
 * Add m_c times the unit vector c, for each c. All of these vectors generate a lattice in Z^r of the same index. Euclid's algorithm on rows
 * brings it to triangular form, and the index is the product of the diagonal. Example: (1, 1) generates a subgroup of index 2 in
 * Z/2 x Z/2.
 *
 * @param moduli from 1
 * @param vectors of whole numbers from 0, one for each modulus
 */
export function indexOfSubgroup(moduli: readonly number[], vectors: readonly (readonly number[])[]): bigint {
  let index = 1n;
  let rows = vectors.map((vector) => vector.map((entry, column) => entry % moduli[column]));
  for (let column = 0; column < moduli.length; column++) {
    let pivot = moduli.map((modulus, at) => (at === column ? modulus : 0));
    const rest: number[][] = [];
    for (let row of rows) {
      while (row[column] !== 0) {
        const times = Math.floor(pivot[column] / row[column]);
        const difference = subtracted(pivot, row, times, column, moduli);
        pivot = row;
        row = difference;
      }
      if (row.some((entry) => entry !== 0)) rest.push(row);
    }
    index *= BigInt(pivot[column]);
    rows = rest;
  }
  return index;
}

/** Returns a row less a multiple of another one. Entries right of a column are reduced modulo the later unit vectors. */
function subtracted(
  row: readonly number[],
  other: readonly number[],
  times: number,
  column: number,
  moduli: readonly number[],
): number[] {
  return row.map((entry, at) => {
    const difference = entry - times * other[at];
    if (at <= column) return difference;
    const rest = difference % moduli[at];
    return rest < 0 ? rest + moduli[at] : rest;
  });
}
