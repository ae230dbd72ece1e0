/**
 * Texts of colourings: the pieces of each set in the order of their places, sets separated by ` / `.
 *
 * A piece is written as its number when solved. Identical pieces have the same number. The number of turns is added if the piece is
 * turned: `4+1` is the piece 4 turned by one. Example: `1 2 3 / 1 1` and `2+1 1 3+1 / 1 1` are states of three pieces with two turns, and
 * two identical pieces. They are also read as `123/11` and `2+113+1/11`.
 */

import { InputError } from '../../../base/input-error.js';
import { excerpt } from '../../../base/text/excerpt.js';
import { countOf } from '../../../base/text/numbers.js';
import { onePieceEach } from '../colourings/coloured-puzzle.js';
import type { ColouredPuzzle } from '../colourings/colouring.js';
import type { ColouringText, PuzzleDefinition } from '../colourings/puzzle-definition.js';
import type { PieceSet } from '../colourings/puzzle-source.js';
import { formatArrangement, parseArrangement } from './arrangement-text.js';
import { type PlacedSet, placedSets } from './placed-sets.js';

/** A set of pieces with their colours. */
interface ColouredSet extends PlacedSet {
  /** [colour]: the number of the piece. */
  readonly pieceOf: ReadonlyMap<number, number>;
  /** [number of a piece]: its colours, one for each facet that can be told apart. */
  readonly coloursOf: ReadonlyMap<number, readonly number[]>;
  /** [number of a piece]: the number of such pieces. */
  readonly counts: ReadonlyMap<number, number>;
}

/** Returns the texts of a definition's states: its own, otherwise those of its sets. @param puzzle on the points of its sets */
export function textOfDefinition(
  { name, generators, sets, text }: PuzzleDefinition,
  puzzle: ColouredPuzzle,
): ColouringText {
  return text ?? colouringText(name, puzzle, sets ?? [onePieceEach(generators[0].images.length)]);
}

/**
 * Returns the texts of a puzzle.
 * @param name of the puzzle, for messages
 * @param sets the sets from which the puzzle was made
 */
export function colouringText(name: string, puzzle: ColouredPuzzle, sets: readonly PieceSet[]): ColouringText {
  const [{ pieces, turns, solved }] = sets;
  if (sets.length === 1 && turns === 1 && solved === undefined) return orderText(name, pieces);
  const coloured = colouredSets(puzzle, sets);
  const format = (colouring: Uint8Array) => coloured.map((set) => formatSet(set, colouring, puzzle)).join(' / ');
  const example = format(puzzle.solved);
  const refusal = (found: string, text: string) =>
    new InputError(
      `a state of ${name} is the pieces on the places of ${sets.map((set) => `${set.name} (${set.pieces})`).join(' / ')}, such as '${excerpt(example)}'; found ${found} in '${excerpt(text)}'`,
    );
  const all = sets.reduce((sum, set) => sum + set.pieces, 0);
  return {
    format,
    parse(text) {
      const parts = text.split('/');
      const words =
        parts.length === coloured.length
          ? parts.flatMap((part, index) => separated(wordsOf(part), coloured[index]))
          : wordsOf(text);
      if (words.length !== all) throw refusal(`${words.length} in place of ${countOf(all, 'piece')}`, text);
      const colouring = new Uint8Array(puzzle.points);
      let word = 0;
      for (const set of coloured) {
        const wrong = parseSet(set, words.slice(word, word + set.pieces), colouring);
        if (wrong !== null) throw refusal(wrong, text);
        word += set.pieces;
      }
      return colouring;
    },
  };
}

/** Returns the texts of one set of different pieces that do not turn. */
function orderText(space: string, pieces: number): ColouringText {
  return {
    format: (colouring) => formatArrangement(Array.from(colouring, (piece) => piece + 1)),
    parse: (text) => Uint8Array.from(parseArrangement(text, { space, pieces, signed: false }), (piece) => piece - 1),
  };
}

function colouredSets({ solved, colours }: ColouredPuzzle, sets: readonly PieceSet[]): ColouredSet[] {
  return placedSets(sets).map((set) => {
    const numbers = set.solved ?? Array.from({ length: set.pieces }, (_, place) => place + 1);
    const pieceOf = new Map<number, number>();
    const coloursOf = new Map<number, number[]>();
    const counts = new Map<number, number>();
    for (const [place, number] of numbers.entries()) {
      counts.set(number, (counts.get(number) ?? 0) + 1);
      for (let facet = 0; facet < set.turns; facet++) {
        const colour = solved[set.first + place * set.turns + facet];
        const own = coloursOf.get(number) ?? [];
        own[colours[colour].facet] = colour;
        coloursOf.set(number, own);
        pieceOf.set(colour, number);
      }
    }
    return { ...set, pieceOf, coloursOf, counts };
  });
}

function formatSet(
  { first, pieces, turns, pieceOf }: ColouredSet,
  colouring: Uint8Array,
  puzzle: ColouredPuzzle,
): string {
  const words = Array.from({ length: pieces }, (_, place) => {
    const colour = colouring[first + place * turns];
    const turn = (turns - puzzle.colours[colour].facet) % turns;
    return `${pieceOf.get(colour)}${turn === 0 ? '' : `+${turn}`}`;
  });
  return words.join(' ');
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[\s,/]+/).filter((word) => word !== '');
}

/** Returns the pieces of a set that is written as a single word, if all numbers of pieces and turns have one digit; else the same words. */
function separated(words: readonly string[], { coloursOf, turns }: ColouredSet): readonly string[] {
  const isShort = turns <= 10 && [...coloursOf.keys()].every((number) => number <= 9);
  return words.length === 1 && isShort && TOGETHER.test(words[0]) ? (words[0].match(/\d(\+\d)?/g) ?? []) : words;
}

const TOGETHER = /^(\d(\+\d)?)+$/;

/** Writes the colours of a set. @returns the fault of its words, null if there is none */
function parseSet(set: ColouredSet, words: readonly string[], colouring: Uint8Array): string | null {
  const found = new Map<number, number>();
  for (const [place, word] of words.entries()) {
    const [, number, turned = '0'] = /^(\d{1,9})(?:\+(\d{1,3}))?$/.exec(word) ?? [];
    const colours = set.coloursOf.get(Number(number));
    if (colours === undefined) return `'${excerpt(word, 12)}' among ${set.name}`;
    const turn = Number(turned);
    if (turn > 0 && turn >= colours.length)
      return `'${excerpt(word, 12)}' among ${set.name}, whose turns are below ${colours.length},`;
    found.set(Number(number), (found.get(Number(number)) ?? 0) + 1);
    for (let facet = 0; facet < set.turns; facet++) {
      colouring[set.first + place * set.turns + ((facet + turn) % set.turns)] = colours[facet % colours.length];
    }
  }
  const wrong = [...set.counts].find(([number, count]) => found.get(number) !== count);
  return wrong === undefined
    ? null
    : `${countOf(found.get(wrong[0]) ?? 0, 'piece')} ${wrong[0]} among ${set.name} in place of ${wrong[1]}`;
}
