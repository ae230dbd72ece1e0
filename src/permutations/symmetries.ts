/**
 * Symmetries of a puzzle: permutations of its points that permute its moves.
 *
 * A symmetry is a permutation sigma of the points, with a permutation pi of the moves, such that for every point p and every move m
 *
 *     sigma(p^m) = sigma(p)^pi(m),
 *
 * and points of the same solved colour go to points of the same colour. So colours are renamed, the solved state stays, and a
 * sequence of moves solves a state exactly if its image under pi solves the state's image. If two symmetries have the same pi, they
 * differ by a permutation that commutes with all moves; they count once.
 *
 * Example: a ring has the moves L = (0 1 2 3), R = (0 3 2 1) and X = (0 1). The reflection sigma = (0 1)(2 3) exchanges L and R, and keeps X.
 *
 * The pairs (sigma, pi) are the automorphisms of a graph of points, moves and colours. They are found by individualisation and refinement:
 *
 * - Refinement gives each vertex a hash of its neighbours' hashes: of the moves at a point and where they lead, of the points
 *   of a move or a colour. It is repeated until no more vertices differ. Only vertices with equal hashes can be images of each other.
 * - While some moves are alike, one of their vertices, b, gets a hash of its own: a point that such a move moves, one for each
 *   orbit of the moves, and after that moves. This is the first path, b_1, b_2, ... b_d.
 * - Let G(i) be the automorphisms that fix b_1 ... b_i. From the last level to the first, one element of G(i-1) that takes b_i to
 *   x is sought for each x alike; but none if those found so far lead from b_i to x, or from x to a vertex for which there is none.
 * - An element is sought by giving the new hash to x in place of b_i. If all hashes occur as often as on the first path, moves are
 *   paired: with themselves if their hash is the same, else in order. If no sigma belongs to that pi, b_(i+1) gets an image, and so on.
 *
 * A pi and the image of one point of an orbit determine sigma on the orbit, so all found pairs are verified. Hashes can collide;
 * then there are more candidates, and the result is the same.
 *
 * Let C be the permutations of points that commute with all moves and rename colours. The number of symmetries is the product of
 * the orbits of b_i under G(i-1), divided by the product of their orbits under C and G(i-1) for those b_i that are points.
 *
 * Sources: B. D. McKay, "Practical graph isomorphism", Congressus Numerantium 30 (1981); P. T. Darga, M. H. Liffiton, K. A. Sakallah,
 * I. L. Markov, "Exploiting structure in symmetry detection for CNF", DAC 2004, for the pairing of moves that are still alike.
 */

import { MoveGraph, type MoveSymmetry, toldApart } from './move-graph.js';
import { identity, orbitOfPoint, type Permutation, pointOrbits, product } from './permutation.js';

/** The symmetries of a puzzle, those with the same images of moves counted once. */
export interface Symmetries {
  /** Number of symmetries. */
  readonly order: bigint;
  /** Symmetries whose products are all symmetries, apart from permutations of points that commute with all moves. */
  readonly generators: readonly MoveSymmetry[];
  /** Sets of moves that symmetries take to each other, each ascending, in the order of their least moves. */
  readonly moveOrbits: readonly (readonly number[])[];
}

/**
 * Returns the symmetries of a puzzle. Equal moves are not exchanged: the first of them goes to the first of others, the second to the second.
 * @param moves 1 to 1000, of the same 1 to 255 points
 * @param solved [point]: its colour; colours can be any numbers
 */
export function moveSymmetries(moves: readonly Permutation[], solved: ArrayLike<number>): Symmetries {
  const graph = new MoveGraph(moves, solved);
  const path = firstPath(graph);
  /** [vertex]: its image. */
  const known: Uint16Array[] = [];
  let order = 1n;
  for (let level = path.length - 1; level >= 0; level--) {
    const { vertex, alike, before } = path[level];
    const commuting = graph.commutingFrom(before, vertex, alike);
    known.push(...commuting);
    const fixed = path.slice(0, level).map((earlier) => earlier.vertex);
    const without = new Set<number>();
    let orbit = orbitOfPoint(known, vertex);
    for (const image of alike) {
      if (orbit.has(image) || without.has(image)) continue;
      const automorphism = automorphismTo(graph, path, known, before, [...fixed, image]);
      if (automorphism === undefined) {
        for (const same of orbitOfPoint(known, image)) without.add(same);
        continue;
      }
      known.push(automorphism);
      orbit = orbitOfPoint(known, vertex);
    }
    order *= BigInt(orbit.size / orbitOfPoint(commuting, vertex).size);
  }
  const generators = known
    .map((images) => graph.symmetry(images))
    .filter((symmetry) => symmetry.moves.some((image, move) => image !== move));
  const moveOrbits = pointOrbits([Uint16Array.from(moves.keys()), ...generators.map((symmetry) => symmetry.moves)]);
  return { order, generators, moveOrbits };
}

/**
 * Returns all symmetries, the identity first, as products of the generators: one for each of the images of moves.
 * Their permutations of points form a group if those of the generators generate one of the same order; otherwise, a product of two of
 * them is one of them only up to a permutation that commutes with all moves.
 * @param symmetries at most some thousands
 * @param points number of points, and of `moves`
 */
export function allSymmetries({ generators }: Symmetries, points: number, moves: number): MoveSymmetry[] {
  const all: MoveSymmetry[] = [
    { points: identity(points), moves: Uint16Array.from({ length: moves }, (_, move) => move) },
  ];
  const known = new Set(all.map((symmetry) => symmetry.moves.join()));
  for (const symmetry of all) {
    for (const factor of generators) {
      const images = symmetry.moves.map((image) => factor.moves[image]);
      const text = images.join();
      if (known.has(text)) continue;
      known.add(text);
      all.push({ points: product(symmetry.points, factor.points), moves: images });
    }
  }
  return all;
}

/** A level of the first path. */
interface Level {
  /** Hashes before the vertex gets its own. */
  readonly before: Int32Array;
  readonly vertex: number;
  /** Points, or moves, with the same hash. */
  readonly alike: readonly number[];
  /** Hashes after that, and their sum after each round of refinement. */
  readonly after: Int32Array;
  readonly sums: readonly number[];
}

function firstPath(graph: MoveGraph): Level[] {
  const path: Level[] = [];
  let before = graph.initialHashes();
  graph.refine(before);
  const chosen: number[] = [];
  for (;;) {
    const vertex = graph.vertexToTellApart(before, chosen);
    if (vertex === undefined) return path;
    chosen.push(vertex);
    const after = toldApart(before, vertex);
    path.push({ before, vertex, alike: graph.alike(before, vertex, before), after, sums: graph.refine(after) });
    before = after;
  }
}

/**
 * Returns an automorphism that takes the first vertices of the first path to others, if there is one.
 * @param known automorphisms
 * @param before hashes with all of these images told apart, except the last one
 * @param chosen images of the path's first vertices, at least one
 */
function automorphismTo(
  graph: MoveGraph,
  path: readonly Level[],
  known: readonly Uint16Array[],
  before: Int32Array,
  chosen: readonly number[],
): Uint16Array | undefined {
  const { after, sums } = path[chosen.length - 1];
  const hashes = toldApart(before, chosen[chosen.length - 1]);
  if (!graph.refinesAlike(hashes, sums)) return undefined;
  const automorphism = graph.automorphismOfHashes(after, hashes);
  if (automorphism !== undefined || chosen.length === path.length) return automorphism;
  // Automorphisms that fix all chosen images show that some continuations are as good as others.
  const fixing = known.filter((images) => chosen.every((image) => images[image] === image));
  const tried = new Set<number>();
  for (const image of graph.alike(after, path[chosen.length].vertex, hashes)) {
    if (tried.has(image)) continue;
    const continued = automorphismTo(graph, path, known, hashes, [...chosen, image]);
    if (continued !== undefined) return continued;
    for (const same of orbitOfPoint(fixing, image)) tried.add(same);
  }
  return undefined;
}
