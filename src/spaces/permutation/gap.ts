/**
 * Permutations in GAP's notation, in cycles of the points 1, 2, 3 ...:
 *
 *     # M11 on 11 points
 *     a := (1,2,3,4,5,6,7,8,9,10,11);
 *     M11 := Group(a, (3,7,11,8)(4,10,5,6));
 *
 * A file holds one group, or one list of permutations, or only permutations. A permutation that is assigned to a name is a turn of
 * that name. Others are called g1, g2 ... by their places, or g01, g02 ... if there are ten or more. GAP's manual: https://docs.gap-system.org/doc/ref/chap42.html
 */

import { excerpt, InputError } from '../../base/text.js';
import { imagesOfCycles } from '../../permutations/permutation.js';
import type { Generator } from './colourings/puzzle.js';
import { MOST_MOVES, MOST_POINTS, movesOfTurns, type TurnMetric } from './generators.js';
import type { ReadSpace } from './turned-puzzle.js';

/** Cycles of points that count from 1. */
interface Permutation {
  readonly name: string | undefined;
  readonly cycles: readonly (readonly number[])[];
}

/** The value of an expression. */
interface Value {
  readonly kind: 'permutation' | 'list' | 'group';
  readonly permutations: readonly Permutation[];
}

/** Reads a group with the points from 1 to the largest one in a cycle. @throws InputError with the line and what was expected there */
export function parseGap(text: string, metric: TurnMetric): ReadSpace {
  const permutations = readPermutations(text);
  checkCount(permutations);
  const points = permutations.reduce((most, { cycles }) => Math.max(most, ...cycles.flat()), 1);
  const taken = new Set(permutations.map(({ name }) => name));
  const turns = permutations.map(({ name, cycles }, index): Generator => {
    // Numbers of the same length: with g1, the power g12 could also be a permutation.
    let own = name ?? `g${String(index + 1).padStart(String(permutations.length).length, '0')}`;
    while (name === undefined && taken.has(own)) own += '_';
    return { name: own, images: imagesOfCycles(cycles, points, 1) };
  });
  return { name: undefined, generators: movesOfTurns(turns, metric), metric };
}

/** Checks the number of permutations. @throws InputError if a space cannot have this many moves */
function checkCount(permutations: readonly Permutation[]): void {
  if (permutations.length > MOST_MOVES) throw new InputError(`there are more than ${MOST_MOVES} permutations`);
}

/** What can be at a depth of brackets. */
const EXPECTED = ['cycles, a list of permutations or Group(...)', 'a permutation or a list', 'a permutation'];

/** Returns the permutations of the group; if there is none, those of the list; otherwise all of them. */
function readPermutations(text: string): readonly Permutation[] {
  const tokens = readTokens(text);
  const names = new Map<string, Value>();
  let next = 0;

  const peek = (): string | undefined => tokens[next]?.text;
  const take = (sign: string): boolean => {
    const found = peek() === sign;
    if (found) next++;
    return found;
  };
  const expect = (sign: string): void => {
    if (!take(sign)) throw unexpected(`'${sign}'`);
  };
  const unexpected = (expected: string): InputError => {
    const token = tokens[next];
    const line = (token ?? tokens[tokens.length - 1])?.line ?? 1;
    if (token !== undefined && ['*', '^', '/'].includes(token.text)) {
      return new InputError(`line ${line}: products and powers are not calculated: write each permutation in cycles`);
    }
    const found = token === undefined ? 'the end of the file' : `'${excerpt(token.text)}'`;
    return new InputError(`line ${line}: expected ${expected}, found ${found}`);
  };

  const statement = (): Value => {
    if (tokens[next + 1]?.text !== ':=' || !/^[A-Za-z_]/.test(tokens[next].text)) return value(0);
    const name = tokens[next].text;
    next += 2;
    const read = value(0);
    // A second name for a permutation does not add a second permutation.
    const isNew = read.kind === 'permutation' && read.permutations[0].name === undefined;
    const named = isNew ? { ...read, permutations: [{ ...read.permutations[0], name }] } : read;
    names.set(name, named);
    return named;
  };
  /** Reads a value: a permutation or a name, in a group (depth 1) also a list of them, and outside (depth 0) also a group. */
  const value = (depth: 0 | 1 | 2): Value => {
    if (depth === 0 && take('Group')) {
      expect('(');
      return { kind: 'group', permutations: content(')', 1) };
    }
    if (depth < 2 && take('[')) return { kind: 'list', permutations: content(']', 2) };
    if (peek() === '(') return { kind: 'permutation', permutations: [{ name: undefined, cycles: cycles() }] };
    const named = names.get(peek() ?? '');
    if (named === undefined) throw unexpected(EXPECTED[depth]);
    next++;
    return named;
  };
  /** Reads the content of a group or a list, up to its bracket. */
  const content = (end: ')' | ']', depth: 1 | 2): Permutation[] => {
    const permutations: Permutation[] = [];
    do {
      for (const permutation of value(depth).permutations) permutations.push(permutation);
      // Lists of lists of lists would double with every name.
      checkCount(permutations);
    } while (take(','));
    expect(end);
    return permutations;
  };
  const cycles = (): number[][] => {
    const found: number[][] = [];
    const seen = new Set<number>();
    while (take('(')) {
      const cycle: number[] = [];
      while (!take(')')) {
        if (cycle.length > 0) take(',');
        const point = Number(peek());
        if (!(Number.isInteger(point) && point >= 1 && point <= MOST_POINTS)) {
          throw unexpected(`a point from 1 to ${MOST_POINTS} or ')'`);
        }
        if (seen.has(point)) throw unexpected('points that are not in the permutation yet');
        seen.add(point);
        cycle.push(point);
        next++;
      }
      found.push(cycle);
    }
    return found;
  };

  const values = new Set<Value>();
  while (peek() !== undefined) {
    if (take(';')) continue;
    values.add(statement());
    if (peek() !== undefined) expect(';');
  }
  for (const kind of ['group', 'list'] as const) {
    const found = [...values].filter((value) => value.kind === kind);
    if (found.length === 1) return found[0].permutations;
    if (found.length > 1)
      throw new InputError(`the file has ${found.length} ${kind}s, but only one is expected: remove the others`);
  }
  if (values.size > 0) return [...values].flatMap(({ permutations }) => permutations);
  throw new InputError('the file has no permutations; write them like Group((1,2,3),(1,2))');
}

/** Returns the words and signs of a text without its comments. A backslash at the end of a line joins the line to the next one. */
function readTokens(text: string) {
  const tokens: { readonly text: string; readonly line: number }[] = [];
  let line = 1;
  for (const [found] of text.matchAll(/\r\n?|\n|\\(?:\r\n?|\n)|#[^\r\n]*|:=|\w+(?:\\(?:\r\n?|\n)\w+)*|\S/gu)) {
    if (!/^[#\r\n]|^\\./s.test(found)) tokens.push({ text: found.replace(/\\\s+/g, ''), line });
    line += found.match(/\r\n?|\n/g)?.length ?? 0;
  }
  return tokens;
}
