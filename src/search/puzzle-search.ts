/** IDA* of permutation puzzles with coordinate databases, which are made on the spot, and shared by the searches of a process. */

import { exists } from '#machine/files.js';
import { bytesText } from '../base/text.js';
import { offeredThreads } from '../base/threads.js';
import type { MoveSymmetry } from '../permutations/move-graph.js';
import { writeMovedFrom } from '../permutations/permutation.js';
import { allSymmetries, moveSymmetries } from '../permutations/symmetries.js';
import { isLargePuzzle, type LargePuzzle, type PermutationPuzzle } from '../space/space.js';
import type { ColouredPuzzle } from '../spaces/permutation/colourings/puzzle.js';
import { puzzlePoints } from '../spaces/permutation/puzzle-points.js';
import { checkEstimated } from './algorithms.js';
import { chooseTables } from './coordinates/choose-tables.js';
import { CompiledCoordinates, moveOfLetter } from './coordinates/compiled-coordinates.js';
import { projectionText } from './coordinates/coordinate.js';
import { CoordinateDatabases } from './coordinates/coordinate-databases.js';
import { openCoordinates, savedPuzzle } from './coordinates/coordinate-file.js';
import { parseProjection, projectedProduct } from './coordinates/projection.js';
import { openPhases, type Phases } from './coordinates/subgroup.js';
import { searchByPhases } from './coordinates/two-phases.js';
import { deepen, type SearchContext } from './ida-star/ida-star.js';
import { metStates } from './nodes/state-nodes.js';
import { PATTERN_HEURISTIC } from './question/heuristics.js';
import type { Limits } from './question/limits.js';
import { LimitError } from './question/progress.js';
import { type FoundPath, numberedEnds, type Path, type SearchQuestion, type SearchState } from './question/question.js';

/** Default of the memory for coordinate databases. */
const USUAL_BYTES = 256e6;
/** Maximum number of symmetries that are used: those of puzzles with more are left out. */
const MOST_SYMMETRIES = 2000;

/** Options of the databases of a search, as in SearchOptions of search.ts. */
interface DatabasesOptions {
  readonly projections?: readonly string[] | undefined;
  readonly coordinates?: string | undefined;
  readonly bytes?: number | undefined;
  readonly threads?: number | undefined;
}

/** Makes databases when a search needs them. */
type OpenCoordinates = (signal: AbortSignal | undefined) => Promise<CoordinateDatabases>;

/** Minimum memory of tables that are worth a search. */
const LEAST_BYTES = 1e6;

/** Databases that are still in use, by what they are made of. */
const made = new Map<string, WeakRef<CoordinateDatabases>>();

/**
 * Makes the databases of a puzzle, or reads them from a file, or returns those that are still in use.
 * @param projections coordinates of each table, as parseProjection reads them; by default chosen for the memory
 * @param coordinates path of the file
 * @throws InputError if a projection is wrong; LimitError, MemoryError, WorkerError; TableError if the file is damaged, or of another puzzle;
 * the reason of the limits' signal
 */
export async function makeCoordinateDatabases(
  { group, fullName }: PermutationPuzzle,
  { projections, coordinates, bytes = USUAL_BYTES, threads = offeredThreads() }: DatabasesOptions,
  limits: Limits,
): Promise<CoordinateDatabases> {
  const points = puzzlePoints(group.definition);
  const { puzzle } = points;
  const named = savedPuzzle(fullName, points);
  const file = coordinates === undefined ? undefined : openCoordinates(coordinates, named);
  try {
    const names = file?.checked.header.tables.map((table) => table.coordinates) ?? projections;
    const key = JSON.stringify([named.puzzle, names, names === undefined ? bytes : null]);
    const inUse = made.get(key)?.deref();
    if (inUse !== undefined) return inUse;
    if (bytes < LEAST_BYTES) {
      const [least, most] = [LEAST_BYTES, bytes].map(bytesText);
      const limit = `tables of coordinates need at least ${least} of memory, and the limit is ${most}`;
      throw new LimitError(limit, 'raise it');
    }
    const symmetries = symmetriesFor(puzzle);
    const moves = symmetries.map((symmetry) => symmetry.moves);
    const products =
      names === undefined
        ? await chooseTables(points, symmetries, bytes, limits)
        : names.map((each) => projectedProduct(points, parseProjection(each, points), moves, limits));
    const databases = await CoordinateDatabases.make(named, puzzle, products, symmetries, threads, limits, file);
    made.set(key, new WeakRef(databases));
    return databases;
  } finally {
    file?.close();
  }
}

/**
 * Returns true if a file exists, and has the tables that a search needs.
 * @param projections of the tables, if they are named
 * @param bytes maximum length of the file
 * @throws TableError if it is damaged, or of another puzzle; InputError if a projection is wrong
 */
export function servesSearches(path: string, space: PermutationPuzzle, options: DatabasesOptions): boolean {
  if (!exists(path)) return false;
  const { projections, bytes = Number.POSITIVE_INFINITY } = options;
  const points = puzzlePoints(space.group.definition);
  const file = openCoordinates(path, savedPuzzle(space.fullName, points));
  file.close();
  const { fields, header } = file.checked;
  const named = projections?.map((text) => projectionText(parseProjection(text, points)));
  const saved = header.tables.map(({ coordinates }) => coordinates.join(' * '));
  return fields.fileBytes <= bytes && (named ?? saved).join() === saved.join();
}

/** Returns the symmetries of a puzzle that searches use: a group, the identity first. */
function symmetriesFor({ moves, solved, points }: ColouredPuzzle): MoveSymmetry[] {
  const found = moveSymmetries(moves, solved);
  const used = found.order > MOST_SYMMETRIES ? { ...found, generators: [] } : found;
  return allSymmetries(used, points, moves.length);
}

/** The phases of spaces that are in use, undefined for those without. */
const opened = new WeakMap<PermutationPuzzle, Phases | undefined>();

/**
 * Prepares a search in two phases.
 * @returns a lower bound, and a function that reports the moves of ever shorter solutions; undefined if no subgroup serves
 * @throws InputError as preparedPuzzle; LimitError, MemoryError, WorkerError; the reason of the limits' signal
 */
export async function preparedPhases(
  space: PermutationPuzzle,
  question: SearchQuestion,
  threads: number | undefined,
  limits: Limits,
) {
  const start = (isLargePuzzle(space) ? colouringStates(space, limits) : numberedStates(space)).startOf(question);
  const points = puzzlePoints(space.group.definition);
  const symmetries = symmetriesFor(points.puzzle);
  const phases = opened.has(space)
    ? opened.get(space)
    : await openPhases(space.fullName, points, symmetries, threads ?? offeredThreads(), limits);
  opened.set(space, phases);
  if (phases === undefined) return undefined;
  return {
    bound: phases.first.leastMoves(start, phases.first.recordOf(start)),
    find: (within: Limits, best: () => number, onSolution: (moves: readonly string[]) => void) =>
      searchByPhases(phases, symmetries, start, within, best, (path) =>
        onSolution(path.map((move) => space.moves[move])),
      ),
  };
}

/** Returns the space of a puzzle with the lower bounds of databases as the heuristic `pattern`. */
export function withEstimates(space: PermutationPuzzle, databases: CoordinateDatabases): PermutationPuzzle {
  const estimate = (colouring: Uint8Array) => databases.leastMoves(colouring, databases.recordOf(colouring));
  if (isLargePuzzle(space)) return { ...space, heuristics: { ...space.heuristics, [PATTERN_HEURISTIC]: estimate } };
  const colouring = new Uint8Array(space.group.puzzle.points);
  const ofState = (state: number) => {
    space.group.numbering.writeColouring(state, colouring);
    return estimate(colouring);
  };
  return { ...space, heuristics: { ...space.heuristics, [PATTERN_HEURISTIC]: ofState } };
}

/**
 * Prepares the search of a question.
 * @returns the search
 * @throws InputError if the path does not end at the solved state; as makeCoordinateDatabases, and as deepen
 */
export async function preparedPuzzle(
  space: PermutationPuzzle,
  question: SearchQuestion,
  context: SearchContext,
  { openCoordinates, ...options }: DatabasesOptions & { readonly openCoordinates?: OpenCoordinates | undefined },
): Promise<() => Promise<FoundPath>> {
  const { limits } = context;
  const states = isLargePuzzle(space) ? colouringStates(space, limits) : numberedStates(space);
  const start = states.startOf(question);
  const { puzzle } = space.group;
  if (start.every((colour, point) => colour === puzzle.solved[point])) {
    return async () => ({ path: states.pathOf(start, []), expanded: 0, generated: 0, stored: 1 });
  }
  const databases = (await openCoordinates?.(limits.signal)) ?? (await makeCoordinateDatabases(space, options, limits));
  return () => {
    const compiled = limits.allocate(databases.bytes, () => CompiledCoordinates.from(databases, start));
    const pathOf = (letters: string) => states.pathOf(start, Array.from(letters, moveOfLetter));
    return deepen({ pathOf, format: states.format }, compiled, context);
  };
}

/** Reads questions about states that are colourings, and writes paths of them. */
function colouringStates(space: LargePuzzle, limits: Limits) {
  const met = metStates(space, limits);
  return {
    startOf(question: SearchQuestion): Uint8Array {
      const ends = met.endsOf(question);
      checkEstimated(space, met.starts, ends);
      return met.colouringOf(ends.from[0]);
    },
    pathOf: (start: Uint8Array, path: readonly number[]): Path => pathOfColourings(space, start, path),
    format: (state: SearchState) => space.format(state as Uint8Array),
  };
}

/** The same of states that are numbers. */
function numberedStates(space: Exclude<PermutationPuzzle, LargePuzzle>) {
  const { numbering } = space.group;
  return {
    startOf(question: SearchQuestion): Uint8Array {
      const ends = numberedEnds(space, question);
      checkEstimated(space, space.starts, ends);
      const colouring = new Uint8Array(space.group.puzzle.points);
      numbering.writeColouring(ends.from[0], colouring);
      return colouring;
    },
    pathOf(start: Uint8Array, path: readonly number[]): Path {
      const { moves, states } = pathOfColourings(space, start, path);
      return { moves, states: states.map((state) => numbering.numberOf(state)) };
    },
    format: (state: SearchState) => space.format(state as number),
  };
}

function pathOfColourings({ moves, group }: PermutationPuzzle, start: Uint8Array, path: readonly number[]) {
  const states = [start];
  for (const move of path) {
    const next = new Uint8Array(start.length);
    writeMovedFrom(states[states.length - 1], 0, group.puzzle.moves[move], next);
    states.push(next);
  }
  return { moves: path.map((move) => moves[move]), states };
}
