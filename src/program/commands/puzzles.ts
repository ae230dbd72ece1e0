/** `antipode puzzles`: lists the built-in boards and puzzles, with the sizes that are known without enumerating them, and measured times. */

import { styleText } from 'node:util';
import { bytesText, countText, grouped, roughTime } from '../../base/text.js';
import { MOST_NUMBERED_STATES } from '../../permutations/group-facts.js';
import { KNOWN_BOARD_NAMES, parseBoard } from '../../spaces/board/board.js';
import { reachOf } from '../../spaces/board/reachability.js';
import { describePuzzle } from '../../spaces/permutation/group-space.js';
import { KNOWN_PUZZLES, makeKnownPuzzle } from '../../spaces/puzzles/known-puzzles.js';
import { tableBytes } from '../../table/contents.js';
import type { Arguments } from '../arguments/options.js';
import { columnsOf, folded, WIDTH } from '../terminal/layout.js';
import type { Io } from '../terminal/process.js';

export async function puzzlesCommand({ json }: Arguments<'puzzles'>, io: Io): Promise<void> {
  const spaces = builtInSpaces();
  io.stdout.write(`${json ? JSON.stringify(spaces) : builtInText(spaces, columnsOf(io.stdout))}\n`);
}

/**
 * Returns the named boards, and an example of each puzzle: its name in every command, a description in one line, the number of states that
 * moves reach (rounded above 2^53), the bytes of the distances in a table (null if there are too many states to number), and the measured
 * seconds of the enumeration (null if not measured).
 */
function builtInSpaces() {
  const boards = KNOWN_BOARD_NAMES.map((space) => {
    const board = parseBoard(space);
    const { states } = reachOf(board);
    const bytes = Number.isSafeInteger(states) ? tableBytes(states, 'mod4') : null;
    return { space, summary: `the sliding-tile board ${board.name}`, states, tableBytes: bytes, seconds: null };
  });
  const puzzles = KNOWN_PUZZLES.map(({ example, summary }) => {
    const definition = makeKnownPuzzle(example);
    const [states, reversible] =
      'generators' in definition
        ? [Number(describePuzzle(definition).states.states), true]
        : [definition.size, definition.reversible];
    const bytes = states <= MOST_NUMBERED_STATES ? tableBytes(states, reversible ? 'mod3' : 'depth8') : null;
    return { space: example, summary, states, tableBytes: bytes, seconds: MEASURED_SECONDS[example] ?? null };
  });
  return { boards, puzzles };
}

/**
 * Measured times of enumerations by puzzle, from the gallery in docs/explanations/groups.md: seconds of the search on two threads of two cores
 * (AMD EPYC), without set-up and table, in the default metric.
 */
export const MEASURED_SECONDS: Readonly<Record<string, number>> = {
  'pancake:10': 0.015,
  'burnt-pancake:8': 0.02,
  'topspin:10,4': 0.02,
  'cube-2x2x2': 0.011,
  'corners-3x3x3': 0.21,
  skewb: 0.012,
  dino: 0.467,
  pyraminx: 0.004,
  'jing-pyraminx': 0.102,
  m24: 0.506,
  moonspinner: 100,
};

const INDENT = '  ';

const NOTES = [
  'Table: size of the distances in a table, whose file is up to 15 % larger. A space without one has too many states; antipode solve finds single solutions by search.',
  'Time: measured time of the enumeration on two threads of two cores, without set-up and table; see docs/explanations/groups.md. ' +
    'antipode explore <space> --plan estimates it for this machine.',
  'Other sizes: boards such as 3x4, and puzzles with another number after the colon, such as pancake:12.',
];

/** Returns the list: a line of figures for each space, and its description below. @param width of the lines */
export function builtInText({ boards, puzzles }: ReturnType<typeof builtInSpaces>, width: number = WIDTH): string {
  const lines = [...boards, ...puzzles].flatMap(({ space, summary, states, tableBytes: bytes, seconds }) => [
    row(
      space,
      Number.isSafeInteger(states) ? grouped(states) : countText(states),
      bytes === null ? '-' : bytesText(bytes),
      seconds === null ? '-' : roughTime(seconds).replace('less than', '<'),
    ),
    ...folded(summary, width - INDENT.length).map((line) => `${INDENT}${line}`),
  ]);
  const notes = NOTES.flatMap((note) => folded(note, width));
  return [styleText('bold', row('space', 'states', 'table', 'time')), ...lines, '', ...notes].join('\n');
}

function row(space: string, states: string, table: string, time: string): string {
  return `${space.padEnd(16)} ${states.padStart(18)} ${table.padStart(9)} ${time.padStart(9)}`.trimEnd();
}
