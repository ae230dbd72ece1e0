/**
 * Puzzles in the language of twsearch and ksolve, `.tws`. Example, a quarter of a cube's corners:
 *
 *     Name FourCorners
 *     Set CORNERS 4 3
 *     Solved
 *     CORNERS
 *     1 2 3 4
 *     End
 *     Move F
 *     CORNERS
 *     2 3 4 1
 *     1 2 1 2
 *     End
 *
 * `Set` gives a name, pieces and orientations. `Solved` lists the piece on each place and its orientation. Equal numbers are identical
 * pieces, and `?` is an orientation that does not show. In a `Move`, place i gets the piece of place p[i]. In `StartState` and
 * `MoveTransformation`, pieces count from 0 and orientations belong to new places. Omitted sets are in order, or stay
 * as they are. `MoveSequence NAME MOVES` is a move made of others. `MoveAlias NAME MOVE` is another name, which is not a move.
 * As in twsearch, x, y, z and upper-case names that end in a lower-case v are rotations of the whole puzzle, which are not moves.
 *
 * The language: docs/ksolveformat.txt and src/cpp/readksolve.cpp of github.com/rokicki/twsearch.
 */

import { InputError } from '../../../base/input-error.js';
import { excerpt } from '../../../base/text/excerpt.js';
import { MOST_MOVES } from '../groups/generators.js';
import type { TurnMetric } from '../groups/turn-metric.js';
import { type Images, productOf } from '../images.js';
import { type KsolveLine, KsolveLines, wrongLine } from './ksolve-lines.js';
import { type DeclaredSet, readMove, readSolved } from './ksolve-rows.js';
import { type MoveOfWord, NamedMoves } from './named-moves.js';
import { identityOf, imagesOfMove, type PiecesMove, type ReadSet, setsOnPoints } from './pieces.js';
import type { ReadSpace } from './read-space.js';
import { turnedPuzzle } from './turned-puzzle.js';

const MOST_ORIENTATIONS = 127;
const MOST_PIECES_OF_SET = 255;

/** The name that PuzzleGeometry writes into every file. */
const NO_NAME = 'PuzzleGeometryPuzzle';

/** A move made of others. */
interface Sequence {
  readonly line: KsolveLine;
  readonly words: readonly string[];
  readonly isAlias: boolean;
}

/**
 * Reads a puzzle.
 * @throws InputError with the line and what was expected there
 */
export function parseKsolve(text: string, metric: TurnMetric): ReadSpace {
  const file = new KsolveFile(text);
  const sets = setsOnPoints(file.solved, [...file.moves.values()]);
  return turnedPuzzle(file.name, sets, file.turns(sets), metric);
}

/** The statements of a file. */
class KsolveFile {
  name: string | undefined;
  readonly moves = new Map<string, PiecesMove>();
  readonly #sets = new Map<string, DeclaredSet>();
  readonly #sequences = new Map<string, Sequence>();
  #solved: ReadSet[] | undefined;

  constructor(text: string) {
    const lines = new KsolveLines(text);
    for (let line = lines.next(); line !== undefined; line = lines.next()) this.#read(line, lines);
  }

  get solved(): readonly ReadSet[] {
    if (this.#solved !== undefined) return this.#solved;
    throw new InputError(
      'there is no solved state; a section Solved, which ends with End, comes between sets and moves',
    );
  }

  /** Returns the moves and then the sequences as permutations of points, without aliases. */
  turns(sets: readonly ReadSet[]): [string, Images][] {
    const identity = identityOf(sets);
    const moves = [...this.moves].map(([name, move]) => [name, imagesOfMove(sets, move)] as const);
    const made = [...this.#sequences].map(
      ([name, sequence]) => [name, (moveOf: MoveOfWord) => product(identity, sequence, moveOf)] as const,
    );
    return [...new NamedMoves(moves, new Map(made)).all()].filter(([name]) => !this.#sequences.get(name)?.isAlias);
  }

  #read(line: KsolveLine, lines: KsolveLines): void {
    const [keyword, name, ...rest] = line.words;
    switch (keyword) {
      case 'Name':
        this.#readName(line);
        break;
      case 'Set':
        this.#readSet(line);
        break;
      case 'Solved':
      case 'StartState':
        if (this.#solved !== undefined) throw wrongLine(line, 'the solved state appears twice');
        if (this.#sets.size === 0) throw wrongLine(line, `sets come before ${keyword}, such as Set CORNERS 8 3`);
        checkWords(line, keyword);
        this.#solved = readSolved(line, lines, this.#sets);
        break;
      case 'Move':
      case 'MoveTransformation':
        checkWords(line, keyword, 'NAME');
        this.#checkNewMove(line, name);
        this.moves.set(name, readMove(line, lines, this.#sets));
        break;
      case 'MoveAlias':
      case 'MoveSequence':
        if (keyword === 'MoveAlias') checkWords(line, keyword, 'NAME', 'MOVE');
        else if (rest.length === 0) throw wrongLine(line, 'expected MoveSequence NAME MOVES');
        this.#checkNewMove(line, name);
        this.#sequences.set(name, { line, words: movesOf(rest), isAlias: keyword === 'MoveAlias' });
        break;
      case 'Illegal':
        throw wrongLine(
          line,
          'Illegal forbids states, and those that are left are not the states of a group: leave such a puzzle to twsearch',
        );
      default:
        throw wrongLine(
          line,
          `expected Name, Set, Solved, StartState, Move, MoveTransformation, MoveAlias or MoveSequence, found '${excerpt(keyword)}'`,
        );
    }
  }

  #readName(line: KsolveLine): void {
    checkWords(line, 'Name', 'NAME');
    if (this.name !== undefined || this.#sets.size > 0) throw wrongLine(line, 'Name comes first, and once');
    this.name = line.words[1] === NO_NAME ? undefined : line.words[1];
  }

  #readSet(line: KsolveLine): void {
    checkWords(line, 'Set', 'NAME', 'PIECES', 'ORIENTATIONS');
    const [, name, pieces, turns] = line.words;
    if (this.#solved !== undefined) throw wrongLine(line, 'sets come before the solved state');
    if (this.#sets.has(name)) throw wrongLine(line, `two sets are called '${excerpt(name)}'`);
    this.#sets.set(name, {
      name,
      pieces: countOf(line, 'pieces', pieces, MOST_PIECES_OF_SET),
      turns: countOf(line, 'orientations', turns, MOST_ORIENTATIONS),
    });
  }

  #checkNewMove(line: KsolveLine, name: string): void {
    if (this.#solved === undefined) throw wrongLine(line, 'moves come after the solved state');
    if (this.moves.has(name) || this.#sequences.has(name)) {
      throw wrongLine(line, `two moves are called '${excerpt(name)}'`);
    }
    if (this.moves.size + this.#sequences.size >= MOST_MOVES) {
      throw wrongLine(line, `there are more than ${MOST_MOVES} moves`);
    }
  }
}

/** Returns the permutation of a sequence. @throws InputError if it names an unknown move */
function product(identity: Images, { line, words }: Sequence, moveOf: MoveOfWord): Images {
  return words.reduce((images, word) => {
    const move = moveOf(word);
    if (move === undefined) throw wrongLine(line, `'${excerpt(word)}' is not a move`);
    return productOf(images, move);
  }, identity);
}

/** Returns the moves of a sequence, separated by spaces or commas. */
function movesOf(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => word.split(',')).filter((word) => word !== '');
}

/** Checks the words of a line. @throws InputError if there are more or fewer than in its form */
function checkWords(line: KsolveLine, ...form: readonly string[]): void {
  if (line.words.length === form.length) return;
  throw wrongLine(line, `expected ${form.join(' ')}, found '${excerpt(line.words.join(' '))}'`);
}

function countOf(line: KsolveLine, what: string, word: string, most: number): number {
  const count = /^\d{1,9}$/.test(word) ? Number(word) : 0;
  if (count >= 1 && count <= most) return count;
  throw wrongLine(line, `a set has 1 to ${most} ${what}, found '${excerpt(word)}'`);
}
