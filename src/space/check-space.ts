/** Checks that a value has the interface of a state space, and its fields their ranges. */

import { excerpt } from '../base/text/excerpt.js';
import type { SpaceDefinition } from './definition.js';
import { SpaceError } from './errors.js';

const MOST_NAMED_MOVES = 1000;

const FUNCTIONS = ['neighbours', 'format', 'parse'] as const;

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
  if (typeof space.name !== 'string' || space.name === '') {
    throw wrong('name to be a text of at least one character', space.name);
  }
  if (space.metric !== undefined && typeof space.metric !== 'string') throw wrong('metric to be a text', space.metric);
  const { size } = space;
  if (!Number.isSafeInteger(size) || (size as number) < 1) {
    throw wrong('size to be a whole number from 1 to 2^53 - 1', size);
  }
  checkStarts(space.starts, size as number, wrong);
  checkMoves(space.moves, wrong);
  if (typeof space.reversible !== 'boolean') throw wrong('reversible to be true or false', space.reversible);
  for (const field of FUNCTIONS) {
    if (typeof space[field] !== 'function') throw wrong(`${field} to be a function`, space[field]);
  }
  if (space.predecessors !== undefined && typeof space.predecessors !== 'function') {
    throw wrong('predecessors to be a function or left out', space.predecessors);
  }
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
