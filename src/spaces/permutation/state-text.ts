/** Texts of the states of a permutation puzzle, and the error of states that moves do not reach. */

import { countOf, excerpt, InputError } from '../../base/text.js';
import { greatestCommonDivisor, parity } from '../../permutations/permutation.js';
import {
  type ColouredPuzzle,
  type ColouringText,
  onePieceEach,
  type PieceSet,
  type PuzzleDefinition,
} from './colourings/puzzle.js';
import { type PlacedSet, placedSets } from './generators.js';
import type { PuzzlePoints } from './puzzle-points.js';

/** Returns the texts of the puzzle's states. */
export function stateText(definition: PuzzleDefinition, points: PuzzlePoints) {
  const { name } = definition;
  const { puzzle, given, own } = points;
  const { format, parse } = textOfDefinition(definition, puzzle);
  return {
    format: (state: Uint8Array) => format(given(state)),
    /**
     * Returns the state of a text.
     * @param isReached returns whether moves lead to a state from the solved one, as far as it is known
     * @throws InputError if the text is not a state, or moves do not lead to it
     */
    parse(written: string, isReached: (state: Uint8Array) => boolean): Uint8Array {
      const state = own(parse(written));
      if (state !== null && isReached(state)) return state;
      const reason = state && unreachableReason(puzzle, points.sets, state);
      throw new InputError(
        `no moves of ${name} lead from its solved state to '${excerpt(written)}'${reason === null ? '' : `: ${reason}`}`,
      );
    },
  };
}

/*
 * Texts of colourings: the pieces of each set in the order of their places, sets separated by ` / `.
 *
 * A piece is written as its number when solved. Identical pieces have the same number. The number of turns is added if the piece is
 * turned: `4+1` is the piece 4 turned by one. Example: `1 2 3 / 1 1` and `2+1 1 3+1 / 1 1` are states of three pieces with two turns, and
 * two identical pieces. They are also read as `123/11` and `2+113+1/11`.
 */

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

function formatSet({ first, pieces, turns, pieceOf }: ColouredSet, state: Uint8Array, puzzle: ColouredPuzzle): string {
  const words = Array.from({ length: pieces }, (_, place) => {
    const colour = state[first + place * turns];
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

/* Texts of arrangements: the pieces 1..n in the order of their places, negative if a piece is upside down. */

interface ArrangementForm {
  /** Name of the space for messages: `pancake:4`. */
  readonly space: string;
  /** Number of pieces, at least 1. */
  readonly pieces: number;
  /** True if pieces have two sides. */
  readonly signed: boolean;
}

/** Returns the text: `2 1 3 4`, or `-2 1 3 -4`. */
export function formatArrangement(arrangement: readonly number[]): string {
  return arrangement.join(' ');
}

/**
 * Reads the form of formatArrangement, also with commas, and for up to 9 pieces without separators: 2134, -213-4.
 * @throws InputError if the text is not every piece once
 */
export function parseArrangement(text: string, form: ArrangementForm): number[] {
  const words = writtenPieces(text, form.pieces);
  const seen = new Set<number>();
  const arrangement = words.map((word) => {
    const piece = Number(word);
    const number = form.signed ? Math.abs(piece) : piece;
    const known = /^-?[1-9]\d{0,2}$/.test(word) && number >= 1 && number <= form.pieces;
    if (!known) throw wrong(text, form, `'${excerpt(word, 10)}'`);
    if (seen.has(number)) throw wrong(text, form, `${number} twice`);
    seen.add(number);
    return piece;
  });
  if (arrangement.length < form.pieces) throw wrong(text, form, `only ${arrangement.length} of them`);
  return arrangement;
}

function writtenPieces(text: string, pieces: number): readonly string[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const together = words.length === 1 && pieces <= 9 && /^(-?[1-9])+$/.test(words[0]);
  return together ? (words[0].match(/-?\d/g) ?? []) : words;
}

/** Maximum number of pieces of an example in a message. */
const MOST_SHOWN = 20;

function wrong(text: string, { space, pieces, signed }: ArrangementForm, found: string): InputError {
  const numbers = Array.from({ length: Math.min(pieces, MOST_SHOWN) }, (_, piece) => piece + 1);
  const example = [...numbers.slice(0, 2).reverse(), ...numbers.slice(2)];
  if (signed) example[0] = -example[0];
  const more = pieces > MOST_SHOWN ? ' ...' : '';
  const range = pieces === 1 ? '1' : `1 to ${pieces}, each once`;
  const sides = signed ? ', negative if the burnt side is up' : '';
  return new InputError(
    `a state of ${space} is the numbers ${range}${sides}, such as '${formatArrangement(example)}${more}'; found ${found} in '${excerpt(text)}'`,
  );
}

/*
 * Reasons why no moves lead from the solved state of a puzzle to another one.
 *
 * Two properties of a state do not change if no move changes them. One is the sum of the turns of a set's pieces modulo d. Here d divides
 * the number of turns, and the sum by which each move turns these pieces. The other is the parity of the order of a set whose pieces
 * are all different, or of two sets together. Example: a turn of a cube's face turns corners by 0 or 1 + 2 + 1 + 2 thirds. So the sum
 * of their turns stays a multiple of 3. The turn makes a cycle of four corners and one of four edges, so both orders are even or both
 * are odd.
 *
 * Other states may be unreachable for other reasons.
 */

/** Returns the reason, as the rest of a sentence that begins with the state; null if it is neither of these. */
export function unreachableReason(puzzle: ColouredPuzzle, sets: readonly PieceSet[], state: Uint8Array): string | null {
  const { moves, solved } = puzzle;
  const placed = placedSets(sets);
  for (const set of placed) {
    const modulus = moves.reduce((divisor, move) => greatestCommonDivisor(divisor, turnsOfMove(set, move)), set.turns);
    const kept = turnsOf(set, puzzle, solved);
    const found = turnsOf(set, puzzle, state);
    if (kept === null || found === null || (found - kept) % modulus === 0) continue;
    return `moves keep the sum of the turns of the ${set.name} at ${kept % modulus} modulo ${modulus}, and here it is ${found % modulus}`;
  }
  const different = placed.filter((set) => areDifferent(set, puzzle));
  for (const [index, set] of different.entries()) {
    for (const other of different.slice(index)) {
      const both = other === set ? [set] : [set, other];
      const isOdd = (order: (at: PlacedSet) => number[]) =>
        both.reduce((sum, at) => sum + parity(order(at)), 0) % 2 === 1;
      if (moves.some((move) => isOdd((at) => orderAfter(at, move)))) continue;
      if (!isOdd((at) => orderFrom(at, puzzle, state))) continue;
      const names = both.map(({ name }) => name).join(' and ');
      return `every move is an even permutation of the ${names}, and this would take an odd one`;
    }
  }
  return null;
}

/** Returns the sum of the turns of a set's pieces by a move. */
function turnsOfMove({ first, pieces, turns }: PlacedSet, move: Uint8Array): number {
  let sum = 0;
  for (let place = 0; place < pieces; place++) sum += (move[first + place * turns] - first) % turns;
  return sum;
}

/** Returns the sum of the turns of a set's pieces; null if it does not show. */
function turnsOf({ first, pieces, turns }: PlacedSet, { colours }: ColouredPuzzle, state: Uint8Array): number | null {
  let sum = 0;
  for (let place = 0; place < pieces; place++) {
    const colour = colours[state[first + place * turns]];
    if (colour.turns !== turns) return null;
    sum += (turns - colour.facet) % turns;
  }
  return sum;
}

function areDifferent(set: PlacedSet, puzzle: ColouredPuzzle): boolean {
  return new Set(kindsOf(set, puzzle, puzzle.solved)).size === set.pieces;
}

/** Returns the places where the pieces on the places of a set belong. @param set of pieces that are all different */
function orderFrom(set: PlacedSet, puzzle: ColouredPuzzle, state: Uint8Array): number[] {
  const solved = kindsOf(set, puzzle, puzzle.solved);
  return kindsOf(set, puzzle, state).map((kind) => solved.indexOf(kind));
}

/** Returns the kinds of pieces on the places of a set. */
function kindsOf({ first, pieces, turns }: PlacedSet, { colours }: ColouredPuzzle, state: Uint8Array): number[] {
  return Array.from({ length: pieces }, (_, place) => colours[state[first + place * turns]].kind);
}

/** Returns the places to which a move takes the places of a set. */
function orderAfter({ first, pieces, turns }: PlacedSet, move: Uint8Array): number[] {
  return Array.from({ length: pieces }, (_, place) => Math.floor((move[first + place * turns] - first) / turns));
}
