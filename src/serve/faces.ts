/**
 * The face of a space: built-in puzzles and patterns have their own drawings, other groups are drawn as cycles. And its rule in words.
 */

import { cycleNotation, cyclesOf } from '../permutations/permutation.js';
import type { Space, SpaceSource } from '../space/space.js';
import { type Board, isFull } from '../spaces/board/board.js';
import { boardOfSource, patternOfSource } from '../spaces/board-facts.js';
import { onePieceEach, type PieceSet, type PuzzleDefinition } from '../spaces/permutation/colourings/puzzle.js';
import { placedSets } from '../spaces/permutation/generators.js';
import { SKEWB_HALVES } from '../spaces/puzzles/cubes.js';
import { puzzleRule } from '../spaces/puzzles/known-puzzles.js';
import { OPPOSITE_FACE } from '../spaces/puzzles/tetrahedra.js';
import type { Drawing, Face, Solid } from './answers.js';

/** Returns the face of a space; null for boards and modules. */
export function faceOf(space: Space): Face | null {
  if (space.source.kind === 'known') return knownFace(space);
  if (space.pattern !== null) return patternFace(space.pattern.board, space.moves);
  return space.group === null ? null : groupFace(space.group.definition);
}

function knownFace({ name, group, moves }: Space): Face | null {
  const { sentence } = knownPuzzle(name);
  const face = group === null ? null : groupFace(group.definition);
  const sentences = moves.map((move, index) => sentence?.(move) ?? face?.moves[index] ?? move);
  const drawn = drawingOfKnown(name, group?.definition);
  return drawn && { ...drawn, moves: sentences };
}

/** Returns the drawing of a built-in puzzle; null if it has none. @param definition the puzzle's, if its moves are permutations */
export function drawingOfKnown(name: string, definition: PuzzleDefinition | undefined): Drawing | null {
  return knownPuzzle(name).drawing ?? (definition ? groupDrawing(definition) : null);
}

/** @param moves such as `5u`, which slides tile 5 up */
function patternFace({ rows, columns, squares }: Board, moves: readonly string[]): Face {
  return {
    kind: 'pattern',
    board: { rows, columns, squares },
    moves: moves.map((move) => `Slides tile ${move.slice(0, -1)} ${DIRECTIONS[move.slice(-1)]}.`),
  };
}

function groupFace(definition: PuzzleDefinition): Face {
  const moves = definition.generators.map(({ images }) => generatorCycles(images, setsOf(definition)));
  return { ...groupDrawing(definition), moves };
}

function groupDrawing(definition: PuzzleDefinition): Drawing {
  const sets = setsOf(definition);
  return {
    kind: sets.every(isNumberedByPlaces) ? 'cycles' : 'pieces',
    sets: sets.map(({ name, pieces }) => ({ name, pieces })),
  };
}

function setsOf({ generators, sets }: PuzzleDefinition): readonly PieceSet[] {
  return sets ?? [onePieceEach(generators[0].images.length)];
}

/** Returns true if each place of the solved puzzle has the piece of the same number, so that no two pieces are identical. */
function isNumberedByPlaces({ solved }: PieceSet): boolean {
  return solved === undefined || solved.every((piece, place) => piece === place + 1);
}

/*
 * Generators in cycle notation. Places are counted from 1: `(1 2 3)` takes the piece on 1 to 2, the one on 2 to 3 and the one on 3 to 1.
 *
 * A place is followed by the turn of the piece that arrives there, as in texts of states: `(1 2+1)`. If there are several sets, each is
 * named: `corners (1 2 3 4), edges (1 2 3 4)`.
 */

/** Maximum number of pieces that are listed; more are only counted. */
const MOST_LISTED = 48;

/** Returns the cycles of a generator. @param images [point]: its image @param sets the sets of pieces that the points belong to */
export function generatorCycles(images: readonly number[], sets: readonly PieceSet[]): string {
  const parts = placedSets(sets).map(({ name, pieces, turns, first }) => {
    const points = Array.from({ length: pieces }, (_, place) => images[first + place * turns] - first);
    const places = points.map((point) => Math.floor(point / turns));
    const turnOn: number[] = [];
    for (const [place, to] of places.entries()) turnOn[to] = points[place] % turns;
    const cycles = cyclesOf(places, places.keys()).filter((cycle) => cycle.length > 1 || turnOn[cycle[0]] > 0);
    return { name, cycles: cycles.map((cycle) => cycle.map((place) => label(place, turnOn[place]))) };
  });
  const moving = parts.filter(({ cycles }) => cycles.length > 0);
  const moved = moving.reduce((sum, { cycles }) => sum + cycles.flat().length, 0);
  if (moved > MOST_LISTED) return `Moves ${moved} of ${sets.reduce((sum, { pieces }) => sum + pieces, 0)} pieces.`;
  if (sets.length === 1 || moving.length === 0) return cycleNotation(moving[0]?.cycles ?? []);
  return moving.map(({ name, cycles }) => `${name} ${cycleNotation(cycles)}`).join(', ');
}

function label(place: number, turn: number): string {
  return turn === 0 ? String(place + 1) : `${place + 1}+${turn}`;
}

/** Returns the rule of a space in a sentence; null for permutations of files and modules, which do not tell it. */
export function ruleOf(source: SpaceSource): string | null {
  switch (source.kind) {
    case 'board': {
      const slid = source.metric === 'multi' ? 'one or more tiles along a row or column' : 'one tile into the blank';
      return sentenceOf(`numbered tiles on ${cellsOf(boardOfSource(source))}; a move slides ${slid}`);
    }
    case 'pattern': {
      const { board, tiles } = patternOfSource(source);
      return sentenceOf(`the tiles ${tiles.join(', ')} on ${cellsOf(board)}; only their own moves are counted`);
    }
    case 'known':
      return sentenceOf(puzzleRule(source.space));
    default:
      return null;
  }
}

function cellsOf(board: Board): string {
  return `a board of ${isFull(board) ? `${board.rows} x ${board.columns}` : board.cells} cells`;
}

function sentenceOf(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

/* The drawings of the built-in puzzles, and a sentence for each move that describes its effect. */

interface KnownPuzzle {
  readonly drawing?: Drawing;
  readonly sentence?: (move: string) => string;
}

const SMALL_NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const DIRECTIONS: Readonly<Record<string, string>> = { u: 'up', d: 'down', l: 'left', r: 'right' };
const CUBE_FACES: Readonly<Record<string, string>> = {
  ...{ U: 'upper', R: 'right', F: 'front', D: 'lower', L: 'left', B: 'back' },
};

/** @param text name such as `pancake:10` */
function knownPuzzle(text: string): KnownPuzzle {
  const [name, parameters = ''] = text.split(':');
  const [first, second] = parameters.split(',').map(Number);
  switch (name) {
    case 'pancake':
    case 'burnt-pancake':
      return {
        drawing: { kind: 'pancakes', burnt: name === 'burnt-pancake' },
        sentence: (move) => pancakeSentence(Number(move), first),
      };
    case 'topspin':
      return {
        drawing: { kind: 'topspin', turntable: second },
        sentence: (move) => topspinSentence(move, second),
      };
    case 'hanoi':
      return {
        drawing: { kind: 'hanoi', pegs: first },
        sentence: (move) => `Moves the top disc of peg ${move[0]} to peg ${move[1]}.`,
      };
    case 'knight':
      return { drawing: { kind: 'knight', side: first }, sentence: knightSentence };
    case 'solitaire':
      return {
        drawing: { kind: 'solitaire', side: first },
        sentence: (move) => `Moves piece ${move.slice(0, -1)} ${DIRECTIONS[move.slice(-1)]}, by a step or a jump.`,
      };
    default:
      return Object.hasOwn(TURNED_PARTS, name) ? turnedPuzzle(name) : {};
  }
}

function pancakeSentence(turned: number, all: number): string {
  if (turned === all) return all === 1 ? 'Turns the pancake over.' : `Turns over all ${numberWord(all)} pancakes.`;
  return turned === 1
    ? 'Turns over the uppermost pancake.'
    : `Turns over the ${numberWord(turned)} uppermost pancakes.`;
}

function numberWord(count: number): string {
  return SMALL_NUMBERS[count - 1] ?? String(count);
}

function topspinSentence(move: string, turntable: number): string {
  if (move === 't') return `Turns the turntable, which reverses the first ${numberWord(turntable)} pieces.`;
  return `Pushes all pieces one place ${DIRECTIONS[move]}.`;
}

/** @param move such as `+1-2`: columns, then rows */
function knightSentence(move: string): string {
  const [columns, rows] = [Number(move.slice(0, 2)), Number(move.slice(2))];
  const steps = (count: number, where: string) => `${numberWord(Math.abs(count))} ${where}`;
  return `Jumps ${steps(columns, columns > 0 ? 'right' : 'left')} and ${steps(rows, rows > 0 ? 'up' : 'down')}.`;
}

const cubeFace = (part: string) => `the ${CUBE_FACES[part]} face`;

/** What turns, for each part that the moves of a puzzle name. */
const TURNED_PARTS: Readonly<Record<string, (part: string) => string>> = {
  'cube-2x2x2': cubeFace,
  'corners-3x3x3': cubeFace,
  'cube-3x3x3': cubeFace,
  skewb: (part) => `the half around the corner ${SKEWB_HALVES[part as keyof typeof SKEWB_HALVES]}`,
  dino: (part) => `the corner ${part}`,
  pyraminx: (part) => `the ${CUBE_FACES[part]} corner`,
  'jing-pyraminx': (part) => {
    const face = OPPOSITE_FACE[part as keyof typeof OPPOSITE_FACE];
    return face === undefined ? cubeFace(part) : `all but the ${CUBE_FACES[face]} face`;
  },
  'master-pyraminx': (part) => {
    const [, inner, place] = /^(2?)([A-Z]+)$/.exec(part) ?? [];
    if (place.length === 1) return inner ? `the layer next to ${cubeFace(place)}` : cubeFace(place);
    return inner ? `the layer next to the tip ${place}` : `the tip ${place}`;
  },
  fto: (part) => `the face ${part}`,
};

/** The puzzles of which a solid is drawn. */
const DRAWN: readonly string[] = [
  'cube-2x2x2',
  'corners-3x3x3',
  'skewb',
  'dino',
  'pyraminx',
  'jing-pyraminx',
] satisfies Solid[];

function turnedPuzzle(name: string): KnownPuzzle {
  const sentence = (move: string) => {
    const [, part, half, back] = /^(2?[A-Z]+)(2?)('?)$/.exec(move) ?? [];
    const direction = back === '' ? 'clockwise' : 'counterclockwise';
    const angle = TURNED_PARTS[name] === cubeFace ? 'a quarter turn' : 'a third of a turn';
    const seen = name === 'jing-pyraminx' && part.length > 1 ? `, seen from the corner ${part}` : '';
    return `Turns ${TURNED_PARTS[name](part)} ${half === '2' ? 'half a turn' : `${angle} ${direction}`}${seen}.`;
  };
  return { ...(DRAWN.includes(name) && { drawing: { kind: 'net', solid: name as Solid } }), sentence };
}
