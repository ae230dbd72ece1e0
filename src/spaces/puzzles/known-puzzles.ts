/**
 * The built-in puzzles by name. `pancake:10` is the puzzle `pancake` with its parameter 10; several parameters are separated by commas.
 * Some puzzles have a choice of metrics.
 */

import { InputError } from '../../base/input-error.js';
import { didYouMean } from '../../base/text/did-you-mean.js';
import { excerpt } from '../../base/text/excerpt.js';
import type { SpaceDefinition } from '../../space/definition.js';
import type { PuzzleDefinition } from '../permutation/colourings/puzzle-definition.js';
import { TURN_METRICS } from '../permutation/groups/turn-metric.js';
import { burntPancake } from './burnt-pancake.js';
import { hanoi } from './hanoi.js';
import { knight } from './knight.js';
import { m24 } from './m24.js';
import { moonspinner } from './moonspinner.js';
import { pancake } from './pancake.js';
import { CUBE_METRICS, corners3x3x3, cube2x2x2 } from './solids/cube-corners.js';
import { dino } from './solids/dino.js';
import { jingPyraminx } from './solids/jing-pyraminx.js';
import { pyraminx } from './solids/pyraminx.js';
import { skewb } from './solids/skewb.js';
import { solitaire } from './solitaire.js';
import { topspin } from './topspin.js';

/** A built-in puzzle, as it is listed for users. */
export interface KnownPuzzle {
  /** Text before the colon. */
  readonly name: string;
  /** One of its spaces, such as `pancake:10`. */
  readonly example: string;
  /** Description, in one line. */
  readonly summary: string;
}

interface Recipe extends KnownPuzzle {
  /** Names of the parameters, in order. */
  readonly parameters: readonly string[];
  /** Metrics, the default first; empty if there is no choice. */
  readonly metrics: readonly string[];
  /** Returns the definition. @throws InputError if parameters are out of range */
  make(parameters: readonly number[], metric: string): SpaceDefinition | PuzzleDefinition;
}

const RECIPES: readonly Recipe[] = [
  {
    name: 'pancake',
    example: 'pancake:10',
    summary: 'a stack of N pancakes of different sizes; a move turns over the topmost few',
    parameters: ['N'],
    metrics: [],
    make: ([n]) => pancake(n),
  },
  {
    name: 'burnt-pancake',
    example: 'burnt-pancake:8',
    summary: 'pancakes with a burnt side, which must all end up facing down',
    parameters: ['N'],
    metrics: [],
    make: ([n]) => burntPancake(n),
  },
  {
    name: 'topspin',
    example: 'topspin:10,4',
    summary: 'a ring of N pieces, K of them on a turntable that reverses them',
    parameters: ['N', 'K'],
    metrics: [],
    make: ([n, k]) => topspin(n, k),
  },
  {
    name: 'hanoi',
    example: 'hanoi:4,10',
    summary: 'the Tower of Hanoi with any number of pegs',
    parameters: ['PEGS', 'DISCS'],
    metrics: [],
    make: ([pegs, discs]) => hanoi(pegs, discs),
  },
  {
    name: 'cube-2x2x2',
    example: 'cube-2x2x2',
    summary: "the Pocket Cube, Rubik's cube of corners alone",
    parameters: [],
    metrics: CUBE_METRICS,
    make: (_, metric) => cube2x2x2(metric === 'quarter-turn' ? 'quarter-turn' : 'half-turn'),
  },
  {
    name: 'corners-3x3x3',
    example: 'corners-3x3x3',
    summary: "the corners of Rubik's cube, all six faces turning",
    parameters: [],
    metrics: CUBE_METRICS,
    make: (_, metric) => corners3x3x3(metric === 'quarter-turn' ? 'quarter-turn' : 'half-turn'),
  },
  {
    name: 'skewb',
    example: 'skewb',
    summary: 'a cube cut in halves across its diagonals',
    parameters: [],
    metrics: [],
    make: () => skewb(),
  },
  {
    name: 'dino',
    example: 'dino',
    summary: 'a cube of twelve edges, whose corners turn',
    parameters: [],
    metrics: [],
    make: () => dino(),
  },
  {
    name: 'pyraminx',
    example: 'pyraminx',
    summary: 'the tetrahedron of turning corners, its tips left out',
    parameters: [],
    metrics: [],
    make: () => pyraminx(),
  },
  {
    name: 'jing-pyraminx',
    example: 'jing-pyraminx',
    summary: 'a tetrahedron of corners, edges and centres, whose faces turn',
    parameters: [],
    metrics: [],
    make: () => jingPyraminx(),
  },
  {
    name: 'm24',
    example: 'm24',
    summary: 'the Mathieu group M24 by two permutations of 24 points',
    parameters: [],
    metrics: [],
    make: () => m24(),
  },
  {
    name: 'moonspinner',
    example: 'moonspinner',
    summary: '25 pieces of three sizes, many of them alike, in two parts that turn',
    parameters: [],
    metrics: TURN_METRICS,
    make: (_, metric) => moonspinner(metric === 'generators' ? 'generators' : 'powers'),
  },
  {
    name: 'knight',
    example: 'knight:8',
    summary: 'one knight on an empty board of N x N squares',
    parameters: ['N'],
    metrics: [],
    make: ([n]) => knight(n),
  },
  {
    name: 'solitaire',
    example: 'solitaire:8,4',
    summary: 'K equal pieces on a board of N x N squares; a piece steps, or jumps over another one',
    parameters: ['N', 'K'],
    metrics: [],
    make: ([n, pieces]) => solitaire(n, pieces),
  },
];

/** All built-in puzzles. */
export const KNOWN_PUZZLES: readonly KnownPuzzle[] = RECIPES.map(({ name, example, summary }) => ({
  name,
  example,
  summary,
}));

/** An example of each puzzle, for messages. */
export const PUZZLE_EXAMPLES = RECIPES.map(({ example }) => example).join(', ');

/**
 * Returns the definition of a built-in puzzle.
 * @param text name and parameters, such as `pancake:10`, `topspin:10,4` or `pyraminx`
 * @param metric unit of distance, for puzzles with a choice; by default the usual one
 * @throws InputError with the expected form; if the puzzle is unknown, it lists an example of each
 */
export function makeKnownPuzzle(text: string, metric?: string): SpaceDefinition | PuzzleDefinition {
  const recipe = recipeOf(text);
  if (recipe === undefined) {
    throw new InputError(
      `'${excerpt(text, MOST_SHOWN)}' is not a known space${puzzleMeant(text)}: known spaces are ${PUZZLE_EXAMPLES}`,
    );
  }
  const [, ...rest] = text.split(':');
  const parameters = readParameters(recipe, rest.join(':'), text);
  return recipe.make(parameters, chooseMetric(recipe, metric));
}

/** Returns whether a text names a built-in puzzle, with any parameters. */
export function isKnownPuzzle(text: string): boolean {
  return recipeOf(text) !== undefined;
}

function recipeOf(text: string): Recipe | undefined {
  const name = nameIn(text);
  return RECIPES.find((known) => known.name === name);
}

function nameIn(text: string): string {
  return text.split(':')[0].trim().toLowerCase();
}

const MOST_SHOWN = 40;

function readParameters({ name, parameters, example }: Recipe, given: string, text: string): number[] {
  const words = given.trim() === '' ? [] : given.split(',').map((word) => word.trim());
  if (words.length !== parameters.length) {
    const expected =
      parameters.length === 0
        ? `${name} has no parameters`
        : `${name} is written ${name}:${parameters.join(',')}, such as ${example}`;
    throw new InputError(`${expected}; found '${excerpt(text, MOST_SHOWN)}'`);
  }
  return words.map((word) => {
    if (/^\d{1,15}$/.test(word)) return Number(word);
    throw new InputError(
      `${name}:${parameters.join(',')} takes whole numbers, such as ${example}; found '${excerpt(word, MOST_SHOWN)}'`,
    );
  });
}

function chooseMetric({ name, metrics }: Recipe, metric: string | undefined): string {
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
export function puzzleMeant(text: string, otherNames: readonly string[] = []): string {
  const names = [...RECIPES.map(({ name }) => name), ...otherNames];
  const given = text.includes(':') ? text.slice(text.indexOf(':')) : '';
  const shown = RECIPES.map(({ name, parameters, example }) =>
    given !== '' && parameters.length > 0 ? `${name}${excerpt(given, MOST_SHOWN)}` : example,
  );
  return didYouMean(nameIn(text), names, [...shown, ...otherNames]);
}
