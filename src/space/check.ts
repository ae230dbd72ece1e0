/** Checks of a space before it is used: its shape, and its promises on a sample of its states. */

import { excerpt } from '../base/text.js';
import { checkEstimatesAround, checkEstimatesOfStarts, newNeighbours, writeNeighbours } from './answers.js';
import {
  describeState,
  messageOf,
  NO_STATE,
  type NumberedStates,
  type SpaceDefinition,
  SpaceError,
} from './definition.js';

const MOST_NAMED_MOVES = 1000;

const isFunction = (value: unknown) => typeof value === 'function';

/** Fields of a definition before and after its starts and moves: what is expected, and the test of it. */
const FIELDS: readonly (readonly [keyof SpaceDefinition, string, (value: unknown) => boolean])[] = [
  ['name', 'a text of at least one character', (value) => typeof value === 'string' && value !== ''],
  ['metric', 'a text', (value) => value === undefined || typeof value === 'string'],
  ['size', 'a whole number from 1 to 2^53 - 1', (value) => Number.isSafeInteger(value) && (value as number) >= 1],
];
const OTHER_FIELDS: typeof FIELDS = [
  ['reversible', 'true or false', (value) => typeof value === 'boolean'],
  ['neighbours', 'a function', isFunction],
  ['format', 'a function', isFunction],
  ['parse', 'a function', isFunction],
  ['predecessors', 'a function or left out', (value) => value === undefined || isFunction(value)],
];

/**
 * Checks everything that needs no state.
 * @param where the origin of the value, for messages
 * @throws SpaceError that names the first field that is missing or wrong, what was expected, and what was found
 */
export function checkShape(value: unknown, where: string): SpaceDefinition {
  const wrong = (expected: string, found: unknown) =>
    new SpaceError(`${where} is not a state space: expected ${expected}, found ${shown(found)}`);
  if (typeof value !== 'object' || value === null) throw wrong('an object with the fields of a StateSpace', value);
  const space = value as Partial<Record<keyof SpaceDefinition, unknown>>;
  const check = (fields: typeof FIELDS) => {
    for (const [field, expected, isRight] of fields) {
      if (!isRight(space[field])) throw wrong(`${field} to be ${expected}`, space[field]);
    }
  };
  check(FIELDS);
  checkStarts(space.starts, space.size as number, wrong);
  checkMoves(space.moves, wrong);
  check(OTHER_FIELDS);
  checkHeuristics(space.heuristics, wrong);
  return value as SpaceDefinition;
}

type Wrong = (expected: string, found: unknown) => SpaceError;

function checkStarts(starts: unknown, size: number, wrong: Wrong): void {
  if (!Array.isArray(starts) || starts.length === 0) throw wrong('starts to be an array of at least one state', starts);
  for (const start of starts) {
    if (!(Number.isInteger(start) && start >= 0 && start < size)) {
      throw wrong(`every start to be a state from 0 to ${size - 1}`, start);
    }
  }
}

function checkMoves(moves: unknown, wrong: Wrong): void {
  if (!Array.isArray(moves) || moves.length === 0 || moves.length > MOST_NAMED_MOVES) {
    throw wrong(`moves to be an array of 1 to ${MOST_NAMED_MOVES} names`, Array.isArray(moves) ? moves.length : moves);
  }
  const names = new Set<string>();
  for (const name of moves) {
    if (typeof name !== 'string' || !/^\S+$/.test(name)) {
      throw wrong('every name of a move to be a text without spaces', name);
    }
    if (names.has(name)) throw wrong('every move to have another name', name);
    names.add(name);
  }
}

function checkHeuristics(heuristics: unknown, wrong: Wrong): void {
  if (heuristics === undefined) return;
  if (typeof heuristics !== 'object' || heuristics === null || Array.isArray(heuristics)) {
    throw wrong('heuristics to be an object of functions or left out', heuristics);
  }
  for (const [name, heuristic] of Object.entries(heuristics)) {
    if (!/^[^\s,]+$/.test(name)) throw wrong('every name of a heuristic to be a text without spaces and commas', name);
    if (typeof heuristic !== 'function') throw wrong(`the heuristic ${excerpt(name)} to be a function`, heuristic);
  }
}

function shown(value: unknown): string {
  if (typeof value === 'string') return excerpt(JSON.stringify(value));
  if (value === undefined) return 'nothing';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) {
    if (!Array.isArray(value)) return 'an object';
    return value.length === 0 ? 'an empty array' : 'an array';
  }
  return String(value);
}

/*
 * Checks the promises of a space on a sample of its states: neighbours are in range, and texts lead back to their states. Moves can be undone
 * if the space is reversible, and no move lowers a heuristic by more than 1.
 *
 * The sample has states next to the starts, where every run begins, and states spread evenly over all numbers. The latter also include
 * numbers that the author did not think of.
 */

const MOST_SPREAD = 200;
const MOST_NEAR = 100;
/** Maximum number of neighbours of neighbours that are checked: a few milliseconds if a space is fast. */
const MOST_CHECKED = 300_000;

/** Checks a space on a sample. @throws SpaceError that names the state and the move */
export function checkSamples(space: NumberedStates): void {
  const next = newNeighbours(space);
  const back = newNeighbours(space);
  const checked = space.reversible ? space.moves.length ** 2 : space.moves.length;
  const share = Math.min(1, MOST_CHECKED / checked / (MOST_SPREAD + MOST_NEAR));
  checkEstimatesOfStarts(space, MOST_NEAR);
  const near = statesNear(space, Math.ceil(MOST_NEAR * share), next);
  for (const state of new Set([...near, ...spreadStates(space, Math.ceil(MOST_SPREAD * share))])) {
    checkText(space, state);
    writeNeighbours(space, state, next);
    checkEstimatesAround(space, state, next);
    if (!space.reversible) continue;
    for (const [move, to] of next.entries()) {
      if (to === NO_STATE || to === state) continue;
      writeNeighbours(space, to, back);
      if (!back.includes(state)) throw notReversible(space, state, move, to);
    }
  }
}

/** Returns the starts and states next to them. */
function statesNear(space: NumberedStates, count: number, next: Float64Array): Set<number> {
  const found = new Set(space.starts.slice(0, count));
  for (const state of found) {
    if (found.size >= count) break;
    writeNeighbours(space, state, next);
    for (const to of next) if (to !== NO_STATE && found.size < count) found.add(to);
  }
  return found;
}

/** Returns the first state, the last state, and states spread evenly between them. */
function spreadStates({ size }: NumberedStates, count: number): number[] {
  const wanted = Math.min(count, size);
  return Array.from({ length: wanted }, (_, index) => Math.floor(((size - 1) * index) / Math.max(1, wanted - 1)));
}

function checkText(space: NumberedStates, state: number): void {
  const wrong = (what: string) =>
    new SpaceError(`the space ${space.name} contradicts its interface at state number ${state}: ${what}`);
  let text: unknown;
  try {
    text = space.format(state);
  } catch (error) {
    throw wrong(`format fails: ${messageOf(error)}`);
  }
  if (typeof text !== 'string' || !/^[^\r\n]+$/.test(text)) throw wrong('format must give a text of one line');
  let parsed: unknown;
  try {
    parsed = space.parse(text);
  } catch (error) {
    throw wrong(`its text is ${JSON.stringify(text)}, but parse rejects it: ${messageOf(error)}`);
  }
  if (parsed !== state) throw wrong(`its text is ${JSON.stringify(text)}, but parse turns it into ${String(parsed)}`);
}

function notReversible(space: NumberedStates, state: number, move: number, to: number): SpaceError {
  return new SpaceError(
    `the space ${space.name} says that its moves can be undone, but move ${space.moves[move]} of state ${describeState(space, state)} leads to ${describeState(space, to)}, and no move leads back; correct neighbours, or set reversible to false`,
  );
}
