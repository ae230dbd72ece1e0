/**
 * Subgroups by way of which a puzzle is solved in two phases, and the tables of both.
 *
 * Let G be the group of a puzzle, and H the subgroup that some of its moves generate. A state is in H if these moves alone solve it. The first
 * phase leads from a state to H, and the second one solves it within H. Both are small puzzles if H has about as many cosets as elements.
 *
 * H is sought among the moves that keep kinds of pieces on their places (kinds.ts). All that such moves keep is where each piece is by its
 * orbit under them, and the orientations that none of them changes: *labels* of colours. All states with the labels of the solved one are in H if
 * there are exactly |G| / |H| colourings by labels. If that many are only an upper bound, the group decides for each state. So the first phase is the puzzle with all its moves whose colours are labels; the second
 * one has only the moves of H. Both are searched by tables of coordinates, small ones, since paths that are long enough are found anywhere.
 *
 * Example: the moves of the 3x3x3 cube that keep the four edges between two opposite faces in their places generate a subgroup of 19,508,428,800
 * states, and 2,217,093,120 colourings show how far a state is from it.
 *
 * Source: H. Kociemba, "Close to God's algorithm", Cubism For Fun 28 (1992), for the cube.
 */

import { numberOfStates } from '../../permutations/group-facts.js';
import type { MoveSymmetry } from '../../permutations/move-graph.js';
import { identity, type Permutation, pointOrbits } from '../../permutations/permutation.js';
import { permutationGroup } from '../../permutations/permutation-group.js';
import { areAllDifferent, type ColouredPuzzle } from '../../spaces/permutation/colourings/puzzle.js';
import { type PlacedSet, placedSets } from '../../spaces/permutation/generators.js';
import type { PuzzlePoints } from '../../spaces/permutation/puzzle-points.js';
import type { Limits } from '../question/limits.js';
import { Atoms } from './atoms.js';
import { type Coordinate, type CoordinatePlan, CoordinateProduct, coordinateOf } from './coordinate.js';
import { CoordinateDatabases } from './coordinate-databases.js';
import { savedPuzzle } from './coordinate-file.js';
import { jointLabels, normalised, withIdentical } from './kinds.js';
import { coordinatePlan, lettersOf } from './projection.js';
import { type SymmetricProduct, symmetricProduct } from './symmetric-product.js';

/** A subgroup, all of whose states have the labels of the solved one. */
interface Subgroup {
  /** Indices of its moves. */
  readonly moves: readonly number[];
  readonly plans: readonly CoordinatePlan[];
}

/** Both phases, with their tables. */
export interface Phases {
  readonly puzzle: ColouredPuzzle;
  /** Indices of the moves of the subgroup. */
  readonly moves: readonly number[];
  /** [colour]: its label. */
  readonly labels: readonly number[];
  readonly first: CoordinateDatabases;
  readonly second: CoordinateDatabases;
  /** Returns whether a state with the labels of the solved one is in the subgroup. */
  holds(state: Uint8Array): boolean;
}

/** Numbers of states of a phase that is worth a search, and can be searched by small tables. */
const STATES = { least: 1e4, most: 1e13 };

/**
 * Finds a subgroup and makes the tables of both phases.
 * @param name of the puzzle
 * @param symmetries of the puzzle: a group, the identity first
 * @returns undefined if no moves generate a subgroup that serves
 * @throws LimitError, MemoryError, WorkerError; the signal's reason
 */
export async function openPhases(
  name: string,
  points: PuzzlePoints,
  symmetries: readonly MoveSymmetry[],
  threads: number,
  limits: Limits,
): Promise<Phases | undefined> {
  const subgroup = subgroupOf(points, symmetries, new Atoms(points, symmetries, limits));
  if (subgroup === undefined) return undefined;
  const { puzzle } = points;
  const { moves, plans } = subgroup;
  const ofSubgroup = { ...puzzle, moves: moves.map((move) => puzzle.moves[move]) };
  const make = (phase: ColouredPuzzle, products: readonly SymmetricProduct[]) =>
    CoordinateDatabases.make(
      savedPuzzle(name, { ...points, puzzle: phase }),
      phase,
      products,
      [{ points: identity(puzzle.points), moves: Uint16Array.from(phase.moves.keys()) }],
      threads,
      limits,
    );
  const group = permutationGroup(ofSubgroup.moves);
  const areElements = areAllDifferent(puzzle);
  return {
    puzzle,
    moves,
    holds: (state) => !areElements || group.holds(Uint8Array.from(puzzle.solved, (colour) => state.indexOf(colour))),
    labels: jointLabels(plans),
    first: await make(puzzle, pairsOf(puzzle, plans, limits)),
    second: await make(ofSubgroup, pairsOf(ofSubgroup, plansWithin(points, ofSubgroup), limits)),
  };
}

/** Returns the subgroup that divides the puzzle most evenly; undefined if none serves. */
function subgroupOf(points: PuzzlePoints, symmetries: readonly MoveSymmetry[], atoms: Atoms): Subgroup | undefined {
  const { puzzle } = points;
  const { moves, solved } = puzzle;
  const group = permutationGroup(moves);
  const areElements = areAllDifferent(puzzle);
  let best: Subgroup | undefined;
  let bestStates: number = STATES.least;
  for (const kept of keptMoves(puzzle, symmetries, atoms)) {
    const some = kept.map((move) => moves[move]);
    const plans = plansKept(points, some);
    if (plans.length === 0) continue;
    const labels = jointLabels(plans);
    const solvedLabels = Array.from(solved, (colour) => labels[colour]);
    const { states, exact } = numberOfStates(moves, solvedLabels, group);
    // The group decides for each state that is an element; for others, the number must be exact.
    if (!(exact || areElements) || Number(states) <= bestStates || Number(states) > STATES.most) continue;
    const within = permutationGroup(some).order;
    if (within * states !== group.order || Number(within) <= bestStates || Number(within) > STATES.most) continue;
    best = { moves: kept, plans };
    bestStates = Math.min(Number(states), Number(within));
  }
  return best;
}

/** Returns the sets of moves that keep kinds of pieces on their places, each as ascending indices. */
function keptMoves({ moves }: ColouredPuzzle, symmetries: readonly MoveSymmetry[], atoms: Atoms): number[][] {
  const found = new Map<string, number[]>();
  for (const family of atoms.families()) {
    const { kinds: all, onPlaces } = atoms.kindsOf(family);
    const own = moves.map(onPlaces);
    for (const kinds of all) {
      const kept = [...moves.keys()].filter((move) => own[move].every((to, from) => kinds[to] === kinds[from]));
      if (kept.length < 2 || kept.length === moves.length) continue;
      // What keeps orientations depends on the facets to which they refer, which symmetries need not take to each other.
      for (const symmetry of symmetries) {
        const images = kept.map((move) => symmetry.moves[move]).sort((one, other) => one - other);
        found.set(images.join(), images);
      }
    }
  }
  return [...found.values()];
}

/** Returns what moves keep: where each piece is by its orbit, and orientations. */
function plansKept(points: PuzzlePoints, moves: readonly Permutation[]): CoordinatePlan[] {
  const { solved, colours } = points.puzzle;
  const isKept = ({ labels }: CoordinatePlan) =>
    moves.every((move) => solved.every((colour, point) => labels[colour] === labels[solved[move[point]]]));
  return placedSets(points.sets).flatMap((placed, set) => {
    const { first, turns } = placed;
    const kinds = orbitsOf(points.puzzle, placed, moves);
    const all = [...new Set(kinds)];
    const places = all.length > 1 ? [coordinatePlan(points, set, lettersOf(kinds), false)] : [];
    const turning = kinds.map((_, place) => colours[solved[first + place * turns]].turns > 1);
    if (!turning.includes(true)) return places;
    const whole = coordinatePlan(points, set, undefined, true);
    if (isKept(whole)) return [...places, whole];
    const ofKinds = all
      .filter((kind) => kinds.some((other, place) => other === kind && turning[place]))
      .map((kind) => coordinatePlan(points, set, lettersOf(kinds.map((other) => (other === kind ? 1 : 0))), true));
    return [...places, ...ofKinds.filter(isKept)];
  });
}

/** Returns [place]: a number for its orbit, from 1. Orbits with identical pieces have the same one. */
function orbitsOf(
  { solved, colours }: ColouredPuzzle,
  { first, pieces, turns }: PlacedSet,
  moves: readonly Permutation[],
): number[] {
  const orbits = new Array<number>(pieces);
  for (const [orbit, points] of pointOrbits(moves).entries()) {
    for (const point of points) {
      if (point >= first && point < first + pieces * turns) orbits[Math.floor((point - first) / turns)] = orbit;
    }
  }
  const identical = orbits.map((_, place) => colours[solved[first + place * turns]].kind);
  return normalised(withIdentical(orbits, normalised(identical))).map((orbit) => orbit + 1);
}

/** Returns coordinates that together see all of a puzzle: the pieces of each orbit. */
function plansWithin(points: PuzzlePoints, puzzle: ColouredPuzzle): CoordinatePlan[] {
  const { moves, solved, colours } = puzzle;
  return placedSets(points.sets).flatMap((placed, set) => {
    const { first, turns } = placed;
    const kinds = orbitsOf(puzzle, placed, moves);
    const pieceOf = (place: number) => colours[solved[first + place * turns]];
    return [...new Set(kinds)].flatMap((kind) => {
      const seen = kinds.map((other, place) => (other === kind ? pieceOf(place).kind + 1 : 0));
      const turns = seen.some((piece, place) => piece > 0 && pieceOf(place).turns > 1);
      return turns || new Set(seen).size > 1 ? [coordinatePlan(points, set, lettersOf(seen), turns)] : [];
    });
  });
}

/** Maximum number of states of a coordinate that is not divided, of entries of a table, and of tables. */
const MOST = { states: 2 ** 17, entries: 2 ** 22, tables: 8 };

/** Returns tables of two coordinates each, as large as they may be, such that each coordinate is in one. */
function pairsOf(puzzle: ColouredPuzzle, plans: readonly CoordinatePlan[], limits: Limits): SymmetricProduct[] {
  const coordinates = plans.flatMap((plan) => divided(puzzle, plan, limits)).filter(({ size }) => size > 1);
  const pairs = coordinates
    .flatMap((first, index) => coordinates.slice(index).map((second) => (second === first ? [first] : [first, second])))
    .map((pair) => ({ pair, entries: pair.reduce((product, { size }) => product * size, 1) }))
    .filter(({ entries }) => entries <= MOST.entries)
    .sort((one, other) => other.entries - one.entries);
  const seen = new Set<Coordinate>();
  const chosen = pairs.filter(({ pair }, index) => {
    const isChosen = (pair.length === 2 && index < MOST.tables) || pair.some((coordinate) => !seen.has(coordinate));
    if (isChosen) for (const coordinate of pair) seen.add(coordinate);
    return isChosen;
  });
  const identical = [[...puzzle.moves.keys()]];
  return chosen.map(({ pair: [first, ...others] }) =>
    symmetricProduct(puzzle.moves, new CoordinateProduct([first]), others, identical),
  );
}

/**
 * Returns coordinates that see the same as a plan: those of its pieces, or of half of them each. Identical pieces are not divided. If they
 * alone have too many states, no coordinate sees them: bounds are lower then, and a path arrives only where the labels agree.
 */
function divided(puzzle: ColouredPuzzle, plan: CoordinatePlan, limits: Limits): Coordinate[] {
  const coordinate = coordinateOf(puzzle, plan, limits, MOST.states);
  if (coordinate !== undefined) return [coordinate];
  const kinds = [...new Set(puzzle.colours.flatMap(({ kind }, colour) => (plan.labels[colour] > 0 ? [kind] : [])))];
  if (kinds.length === 1) return [];
  const half = new Set(kinds.slice(0, Math.ceil(kinds.length / 2)));
  return [true, false].flatMap((isFirst) => {
    const labels = plan.labels.map((label, colour) => (half.has(puzzle.colours[colour].kind) === isFirst ? label : 0));
    return divided(puzzle, { ...plan, labels }, limits);
  });
}
