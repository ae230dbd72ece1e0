/** The parsers of texts that people type: boards, maps, positions, moves, states, options. */

import {
  memoryBytes,
  readName,
  readNames,
  readThreads,
  readTimeLimit,
  wholeNumber,
} from '#src/program/arguments/option-values.js';
import { readSpaceSource } from '#src/program/arguments/space-argument.js';
import { readFormat, readSelection } from '#src/program/commands/export.js';
import { rankCommand, unrankCommand } from '#src/program/commands/rank.js';
import { readState } from '#src/space/definition.js';
import { formatBoard, mapOf, parseBoard, parseMap } from '#src/spaces/board/board.js';
import { parseInstances } from '#src/spaces/board/instances.js';
import { countMoves, parseMoves, plainLetters } from '#src/spaces/board/moves.js';
import { checkedTiles, parsePatternTiles } from '#src/spaces/board/partition.js';
import { formatPosition, orderedPosition, parsePosition } from '#src/spaces/board/position.js';
import { patternSource } from '#src/spaces/board-facts.js';
import { patternSpace } from '#src/spaces/pattern-space.js';
import { parsePuzzle } from '#src/spaces/permutation/puzzle-file.js';
import { makeKnownPuzzle } from '#src/spaces/puzzles/known-puzzles.js';
import { isPath } from '#src/spaces/source-of-text.js';
import { capturedIo } from '../../captured-io.js';
import { knownSpace } from '../../known-space.js';
import { count } from '../../suite.js';
import { FILE_INPUTS, INPUTS, type Parser, SHORT_INPUTS, same } from './parser.js';
import { GAP_TEXTS, GENERATOR_TEXTS, KPUZZLE_TEXTS, KSOLVE_TEXTS } from './puzzle-texts.js';

const BOARDS = '3x3;2X7; 3x4 ;1x2;255x1;15x17;16x16;99999999x99999999;0x5;3x;000000003x3'.split(';');
const MAPS = '..#/.../#..;...\n.#.\n...\n;#..#/#..#/####;..\r\n..\r\n;\ufeff...\n;.../...;.#./...;##./...'.split(';');
const POSITIONS = '2 3 4 1 5 x 7 6 8;23415x768;1,2,3,_;1 2 3 4 5 6 7 8 9 10 11 0;12345678X;x 1;1 2 3\t4 5 0\r'.split(
  ';',
);
const SHAPES = ['3x3', '2x2', '3x4', '1x2', '..#/.../#..', '15x17'].map((name) => parseBoard(name));
const MOVES = ['ullddrur', 'r2u1l3d1', 'u254', '', 'dlru'];
const INSTANCES = ['8 3 5 1 2 7 4 6 0\n8\n1 2 3 4 5 6 7 8 0\n', '1 2 3 0 1 2 3 0', '0 1\n0\n1 0', 'x 1 1 x', '1 0 0 1'];
const PERMUTATIONS = ['2143', '4 3 2 1', '1', '1,3,2', Array.from({ length: 20 }, (_, k) => 20 - k).join(' ')];
const RANKS = ['0', '7', '23', '6227020799', '9'.repeat(2567), '120', '2432902008176639999'];
const PUZZLES = 'pancake:7 burnt-pancake:5 topspin:8,4 hanoi:3,6 cube-2x2x2 pyraminx knight:8 solitaire:4,3'.split(' ');
const PATTERNS = ['1 2 3 5 6 9', '1,2', '8', ' 3 2 1 ', '1 2 3 4 5 6 7 8'];
const SPACES = [
  ...PUZZLES.map((name) => knownSpace(name)),
  ...['3x3', '..../.#../....'].map((name) => {
    const board = parseBoard(name);
    return patternSpace(patternSource(board, orderedPosition(board), [1, 2, 6]));
  }),
];

function parser<Input>(
  name: string,
  random: Parser<Input>['random'],
  parse: (input: Input) => unknown,
  inputs = SHORT_INPUTS,
): Parser<Input> {
  return { name, inputs, random, parse };
}

/** Maximum length of a message about the file of a puzzle, in characters, without the file's name. */
const LONGEST_LINE = 300;

function puzzleParser(name: string, valid: readonly string[], tokens: readonly string[]) {
  return parser(
    name,
    (random) => ({
      text: random.near(valid, [...tokens, ...PUZZLE_TOKENS]),
      metric: random.pick([undefined, undefined, 'powers', 'generators', 'single']),
    }),
    ({ text, metric }) => {
      try {
        for (const { images } of parsePuzzle(text, 'file', metric).generators) {
          const points = [...images].sort((one, other) => one - other);
          same(points, [...images.keys()], 'the points of a permutation');
        }
      } catch (error) {
        if (error instanceof Error && error.message.length > LONGEST_LINE)
          throw new Error(`too long: ${error.message}`);
        throw error;
      }
    },
    FILE_INPUTS,
  );
}

const PUZZLE_TOKENS = ['"', '1', '(', ')', ',', '[', ']', '\n', ' '];

export const TEXT_PARSERS = [
  parser(
    'boards',
    (random) => random.near(BOARDS, ['x', '1', '3', '15']),
    (text) => {
      const board = parseBoard(text);
      same(parseBoard(formatBoard(board)), board, 'the board of its own name');
    },
    INPUTS,
  ),
  parser(
    'maps',
    (random) => random.near(MAPS, ['.', '#', '/', '\n', '...', '###', '/...']),
    (text) => {
      const board = parseMap(text);
      same(parseMap(mapOf(board).join('\n')).squares, board.squares, 'the cells of its own rows');
      parseBoard(text);
    },
    INPUTS,
  ),
  parser(
    'names of maps',
    (random) => [random.near(['stairs', 'a-b.c', '3x3', 'x'.repeat(90)]), random.pick(MAPS)] as const,
    ([name, map]) => parseMap(map, name),
  ),
  parser(
    'positions',
    (random) => ({
      text: random.near(POSITIONS, ['x', '0', '_', ',', ' ', '10']),
      board: random.pick([...SHAPES, undefined]),
    }),
    ({ text, board }) => {
      const position = parsePosition(text, board);
      same(parsePosition(formatPosition(position), board), position, 'the position of its own text');
    },
    INPUTS,
  ),
  parser(
    'moves',
    (random) => random.near(MOVES, ['u', 'd2', 'l', 'r1']),
    (text) => {
      parseMoves(text);
      countMoves(text);
      plainLetters(text);
    },
  ),
  parser(
    'instances',
    (random) => ({
      text: random.near(INSTANCES, ['0', 'x', '8', '\n']),
      board: random.pick([undefined, undefined, ...SHAPES]),
    }),
    ({ text, board }) => parseInstances(text, 'instances.txt', board),
  ),
  parser(
    'permutations',
    (random) => random.near(PERMUTATIONS, ['1', '2', ' ', ',']),
    (text) => rankCommand(text.split(' '), capturedIo().io),
  ),
  parser(
    'ranks',
    (random) => [random.near('4 1 2 7 13 18 19 20 30 1000'.split(' ')), random.near(RANKS, ['0', '99', '4'])] as const,
    ([n, rank]) => unrankCommand(n, rank, capturedIo().io),
  ),
  puzzleParser('generators', GENERATOR_TEXTS, ['"points":', '{"name":"c","permutation":""}', '[[0,1]]', '"(1 2)",']),
  puzzleParser('puzzles of twsearch', KSOLVE_TEXTS, "\nEnd\n;?;\nMove X\n;MoveSequence; 255;\nA\n;U2' ".split(';')),
  puzzleParser('KPuzzles', KPUZZLE_TEXTS, ['"orientationMod":[1,1,0],', '[U,', "(U R)3'", '],', '{}', ':', '"U"']),
  puzzleParser('permutations of GAP', GAP_TEXTS, ['(1,2)', 'Group(', ':=', ';', '#', '\\\n', '[', '255']),
  parser(
    'names of spaces',
    (random) => ({
      text: random.near(PUZZLES, [':', ',', '3', '9']),
      metric: random.below(4) > 0 ? undefined : random.near(['quarter-turn', 'half-turn', 'single']),
    }),
    async ({ text, metric }) => {
      // A text that looks like a path is one.
      if (!isPath(text)) await readSpaceSource(text, { metric });
      return makeKnownPuzzle(text, metric);
    },
    // Most of the time is spent on opening the valid ones.
    count(200, 2000),
  ),
  parser(
    'patterns',
    (random) => ({ board: random.pick(SHAPES), text: random.near(PATTERNS, [' ', ',', '1', '9', 'x', '-']) }),
    ({ board, text }) => {
      const tiles = checkedTiles(board, parsePatternTiles(text));
      same(checkedTiles(board, parsePatternTiles(tiles.join(' '))), tiles, 'the tiles of their own text');
    },
  ),
  parser(
    'states',
    (random) => {
      const space = random.pick(SPACES);
      const valid = [space.format(random.below(space.size)), space.format(space.size - 1)];
      return { space, text: random.near(valid, ['1', '-', ' ', 'A', ',', '.']) };
    },
    ({ space, text }) => {
      const state = readState(space, text);
      same(readState(space, space.format(state)), state, 'the state of its own text');
    },
  ),
  parser(
    'selections',
    (random) => ({
      depth: random.near(['3', '0..31', '31..31', '5..2', '32']),
      ...(random.below(2) > 0 && { sample: random.near(['1', '100', '10000000']) }),
      ...(random.below(3) > 0 && { seed: random.near(['0', '1', '4294967295']) }),
    }),
    (options) => readSelection(31, options),
  ),
  parser(
    'options',
    (random) => ({
      text: random.near(['4', '0.5', '1e3', '256', '80%', 'single', 'csv', 'misplaced,manhattan']),
      which: random.below(7),
    }),
    ({ text, which }) => {
      const names = ['misplaced', 'manhattan', 'single'] as const;
      const readers = [
        () => wholeNumber('--count', text, 0, 1e6),
        () => readTimeLimit(text),
        () => readName('--metric', text, names),
        () => readNames('--heuristics', text, names),
        () => readThreads(text),
        () => readFormat({ output: text }),
        () => memoryBytes('--memory', text),
      ];
      return readers[which]();
    },
  ),
] as readonly Parser[];
