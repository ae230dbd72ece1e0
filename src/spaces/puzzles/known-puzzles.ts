/**
 * The built-in puzzles by name. `pancake:10` is the puzzle `pancake` with its parameter 10; several parameters are separated by commas.
 * Some puzzles have a choice of metrics.
 */

import { countOf, didYouMean, excerpt, InputError } from '../../base/text.js';
import type { SpaceDefinition } from '../../space/definition.js';
import type { PuzzleDefinition } from '../permutation/colourings/puzzle.js';
import { MOST_POINTS, TURN_METRICS, type TurnMetric } from '../permutation/generators.js';
import { CUBE_METRICS, type CubeMetric, corners3x3x3, cube2x2x2, cube3x3x3, dino, skewb } from './cubes.js';
import { hanoi } from './hanoi.js';
import { knight } from './knight.js';
import { m24, moonspinner } from './listed-puzzles.js';
import { faceTurningOctahedron } from './octahedron.js';
import { burntPancake, pancake, topspin } from './pancakes.js';
import { solitaire } from './solitaire.js';
import { jingPyraminx, masterPyraminx, pyraminx } from './tetrahedra.js';

/** Returns the things that a parameter counts, and its least and greatest value. @param earlier the parameters before it */
type RangeOf = (earlier: readonly number[]) => readonly [what: string, least: number, most: number];

/** A built-in puzzle. */
interface Recipe {
  /** Text before the colon. */
  readonly name: string;
  /** One of its spaces, such as `pancake:10`. */
  readonly example: string;
  /** Description, in one line, with the names of the parameters. */
  readonly summary: string;
  /** Returns what people call the space with these parameters, such as `10 pancakes`. */
  title(parameters: readonly number[]): string;
  /** Parameters by their names, in order. */
  readonly parameters?: Readonly<Record<string, RangeOf>>;
  /** Metrics, the default first, if there is a choice. */
  readonly metrics?: readonly string[];
  /** Returns the definition. @throws InputError if it would have too many states */
  make(parameters: readonly number[], metric: string): SpaceDefinition | PuzzleDefinition;
}

/** Recipes by the names of puzzles, the text before the colon. The example is the name if a puzzle has no parameters. */
const RECIPES: Readonly<Record<string, Omit<Recipe, 'name' | 'example'> & { readonly example?: string }>> = {
  pancake: {
    example: 'pancake:10',
    title: ([n]) => countOf(n, 'pancake'),
    summary: 'a stack of N pancakes of different sizes; a move turns over the top few',
    parameters: { N: () => ['pancakes', 2, MOST_POINTS] },
    make: ([n]) => pancake(n),
  },
  'burnt-pancake': {
    example: 'burnt-pancake:8',
    title: ([n]) => countOf(n, 'burnt pancake'),
    summary: 'a stack of N pancakes with a burnt side, which must face down in the end; a move turns over the top few',
    parameters: { N: () => ['pancakes', 1, Math.floor(MOST_POINTS / 2)] },
    make: ([n]) => burntPancake(n),
  },
  topspin: {
    example: 'topspin:10,4',
    title: ([n, k]) => `Top Spin, ${n} pieces, turntable of ${k}`,
    summary:
      'a ring of N pieces, K of them on a turntable that reverses them; a move turns it, or pushes the ring by one place',
    parameters: {
      N: () => ['pieces', 2, MOST_POINTS],
      K: ([n]) => [`pieces on the turntable of a ring of ${n}`, 2, n],
    },
    make: ([n, k]) => topspin(n, k),
  },
  hanoi: {
    example: 'hanoi:4,10',
    title: ([pegs, discs]) => `Tower of Hanoi, ${pegs} pegs, ${countOf(discs, 'disc')}`,
    summary:
      'the Tower of Hanoi with DISCS discs on PEGS pegs; a move takes the top disc of a peg to another peg, never onto a smaller disc',
    parameters: {
      PEGS: () => ['pegs', 3, 9],
      // More than 2^53 states have no exact numbers.
      DISCS: ([pegs]) => [`discs on ${pegs} pegs`, 1, Math.floor(53 / Math.log2(pegs))],
    },
    make: ([pegs, discs]) => hanoi(pegs, discs),
  },
  'cube-2x2x2': {
    title: () => 'Pocket Cube',
    summary: "the Pocket Cube, a Rubik's cube with corners only; a move turns a face",
    metrics: CUBE_METRICS,
    make: (_, metric) => cube2x2x2(metric as CubeMetric),
  },
  'corners-3x3x3': {
    title: () => "Corners of Rubik's Cube",
    summary: "the corners of Rubik's cube, with all six faces turning",
    metrics: CUBE_METRICS,
    make: (_, metric) => corners3x3x3(metric as CubeMetric),
  },
  'cube-3x3x3': {
    title: () => "Rubik's Cube",
    summary: "Rubik's cube; a move turns a face",
    metrics: CUBE_METRICS,
    make: (_, metric) => cube3x3x3(metric as CubeMetric),
  },
  skewb: {
    title: () => 'Skewb',
    summary: 'a cube cut in halves across its diagonals; a move turns one half',
    make: () => skewb(),
  },
  dino: {
    title: () => 'Dino Cube',
    summary: 'a cube of twelve edges, whose corners turn',
    make: () => dino(),
  },
  pyraminx: {
    title: () => 'Pyraminx',
    summary: 'a tetrahedron with turning corners, without its tips',
    make: () => pyraminx(),
  },
  'jing-pyraminx': {
    title: () => "Jing's Pyraminx",
    summary: 'a tetrahedron of corners, edges and centres, whose faces turn',
    make: () => jingPyraminx(),
  },
  'master-pyraminx': {
    title: () => 'Master Pyraminx',
    summary: 'a tetrahedron of four layers, each of which turns',
    make: () => masterPyraminx(),
  },
  fto: {
    title: () => 'Face-Turning Octahedron',
    summary: 'an octahedron of corners, edges and centres, whose faces turn',
    make: () => faceTurningOctahedron(),
  },
  m24: {
    title: () => 'Mathieu group M24',
    summary: 'the Mathieu group M24, generated by two permutations of 24 points',
    make: () => m24(),
  },
  moonspinner: {
    title: () => 'Moonspinner',
    summary: '25 pieces of three sizes, many of them alike, in two parts that turn',
    metrics: TURN_METRICS,
    make: (_, metric) => moonspinner(metric as TurnMetric),
  },
  knight: {
    example: 'knight:8',
    title: ([n]) => `Knight on ${n}x${n} squares`,
    summary: "a knight on an empty board of N x N squares; a move is a knight's move in chess",
    // On larger boards, squares exceed 32-bit numbers.
    parameters: { N: () => ['squares a side', 1, 46_340] },
    make: ([n]) => knight(n),
  },
  solitaire: {
    example: 'solitaire:8,4',
    title: ([n, k]) => `Solitaire, ${countOf(k, 'piece')} on ${n}x${n} squares`,
    summary: 'K equal pieces on a board of N x N squares; a piece steps, or jumps over another one',
    parameters: {
      N: () => ['squares a side', 1, 100],
      // Spaces have at most 1000 moves, and each piece has four.
      K: ([n]) => [`pieces on ${n}x${n}`, 1, Math.min(n * n, 250)],
    },
    make: ([n, pieces]) => solitaire(n, pieces),
  },
};

/** All built-in puzzles. */
export const KNOWN_PUZZLES = Object.entries(RECIPES).map(
  ([name, recipe]): Recipe => ({ name, example: name, ...recipe }),
);

/** An example of each puzzle, for messages. */
export const PUZZLE_EXAMPLES = KNOWN_PUZZLES.map(({ example }) => example).join(', ');

/**
 * Returns the definition of a built-in puzzle.
 * @param text name and parameters, such as `pancake:10`, `topspin:10,4` or `pyraminx`
 * @param metric unit of distance, for puzzles with a choice; by default the usual one
 * @throws InputError with the expected form; if the puzzle is unknown, it lists an example of each
 */
export function makeKnownPuzzle(text: string, metric?: string): SpaceDefinition | PuzzleDefinition {
  const { recipe, values } = readRecipe(text);
  return recipe.make(values, chooseMetric(recipe, metric));
}

/**
 * Returns the rule of a built-in puzzle: its description with the values of the parameters.
 * @param text name and parameters, as for makeKnownPuzzle
 * @throws InputError as makeKnownPuzzle
 */
export function puzzleRule(text: string): string {
  const { recipe, values } = readRecipe(text);
  const names = Object.keys(recipe.parameters ?? {});
  return recipe.summary.replace(/\b[A-Z]+\b/g, (word) => String(values[names.indexOf(word)] ?? word));
}

/** Returns what people call a built-in puzzle, such as `10 pancakes`. @throws InputError as makeKnownPuzzle */
export function puzzleTitle(text: string): string {
  const { recipe, values } = readRecipe(text);
  return recipe.title(values);
}

/** Returns whether a text names a built-in puzzle, with any parameters. */
export function isKnownPuzzle(text: string): boolean {
  return parseRecipe(text) !== undefined;
}

/** Returns the recipe of a text, and the values of its parameters. @throws InputError */
function readRecipe(text: string): { readonly recipe: Recipe; readonly values: number[] } {
  const recipe = parseRecipe(text);
  if (recipe === undefined) {
    throw new InputError(
      `'${excerpt(text, MOST_SHOWN)}' is not a known space${puzzleSuggestion(text)}: known spaces are ${PUZZLE_EXAMPLES}`,
    );
  }
  const [, ...rest] = text.split(':');
  return { recipe, values: readParameters(recipe, rest.join(':'), text) };
}

function parseRecipe(text: string): Recipe | undefined {
  const name = nameIn(text);
  return KNOWN_PUZZLES.find((known) => known.name === name);
}

function nameIn(text: string): string {
  return text.split(':')[0].trim().toLowerCase();
}

const MOST_SHOWN = 40;

function readParameters({ name, parameters = {}, example }: Recipe, given: string, text: string): number[] {
  const words = given.trim() === '' ? [] : given.split(',').map((word) => word.trim());
  const names = Object.keys(parameters);
  const form = `${name}:${names.join(',')}`;
  if (words.length !== names.length) {
    const expected =
      names.length === 0 ? `${name} has no parameters` : `${name} is written ${form}, such as ${example}`;
    throw new InputError(`${expected}; found '${excerpt(text, MOST_SHOWN)}'`);
  }
  const wrong = words.find((word) => !/^\d{1,15}$/.test(word));
  if (wrong !== undefined) {
    throw new InputError(`${form} takes whole numbers, such as ${example}; found '${excerpt(wrong, MOST_SHOWN)}'`);
  }
  const values = words.map(Number);
  for (const [index, rangeOf] of Object.values(parameters).entries()) {
    const [what, least, most] = rangeOf(values.slice(0, index));
    if (values[index] >= least && values[index] <= most) continue;
    const range = least === most ? `${least}` : `${least} to ${most}`;
    throw new InputError(`${form} takes ${range} ${what}, such as ${example}; found ${values[index]}`);
  }
  return values;
}

function chooseMetric({ name, metrics = [] }: Recipe, metric: string | undefined): string {
  if (metric === undefined) return metrics[0] ?? '';
  if (metrics.includes(metric)) return metric;
  const found = `found '${excerpt(metric, MOST_SHOWN)}'`;
  if (metrics.length === 0) throw new InputError(`${name} has only one metric: leave it out; ${found}`);
  throw new InputError(`the metric of ${name} is ${metrics.join(' or ')}; ${found}${didYouMean(metric, metrics)}`);
}

/**
 * Returns an addition to a message about an unknown name: ` (did you mean knight:8?)` if a name is similar. It keeps the parameters of the
 * text, if it has any.
 */
export function puzzleSuggestion(text: string, otherNames: readonly string[] = []): string {
  const names = [...KNOWN_PUZZLES.map(({ name }) => name), ...otherNames];
  const given = text.includes(':') ? text.slice(text.indexOf(':')) : '';
  const shown = KNOWN_PUZZLES.map(({ name, parameters, example }) =>
    given !== '' && parameters !== undefined ? `${name}${excerpt(given, MOST_SHOWN)}` : example,
  );
  return didYouMean(nameIn(text), names, [...shown, ...otherNames]);
}
