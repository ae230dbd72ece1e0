/** `antipode puzzles`: lists the built-in boards and puzzles, with the sizes that are known without enumerating them, and measured times. */

import { styleText } from 'node:util';
import { bytesText, countText, grouped, roughTime } from '../../base/text.js';
import { KNOWN_BOARD_NAMES, parseBoard } from '../../spaces/board/board.js';
import { reachOf } from '../../spaces/board/reachability.js';
import { describePuzzle } from '../../spaces/permutation/group-space.js';
import { KNOWN_PUZZLES, makeKnownPuzzle } from '../../spaces/puzzles/known-puzzles.js';
import { tableBytes } from '../../table/files/contents.js';
import type { PuzzlesArguments } from '../arguments/options.js';
import { columnsOf, folded, WIDTH } from '../terminal/layout.js';
import type { Io } from '../terminal/process.js';

export async function puzzlesCommand({ json }: PuzzlesArguments, io: Io): Promise<void> {
  const spaces = { boards: builtInBoards(), puzzles: builtInPuzzles() };
  io.stdout.write(`${json ? JSON.stringify(spaces) : builtInText(spaces, columnsOf(io.stdout))}\n`);
}

/** An entry of the list. */
interface BuiltInSpace {
  /** Name of the space in every command. */
  readonly space: string;
  /** Description in one line. */
  readonly summary: string;
  /** Number of states that moves reach; rounded above 2^53. */
  readonly states: number;
  /** Bytes of the distances in a table; null if there are too many states to number. */
  readonly tableBytes: number | null;
  /** Measured seconds of the enumeration; null if not measured. */
  readonly seconds: number | null;
}

/** Returns the named boards. */
function builtInBoards(): readonly BuiltInSpace[] {
  return KNOWN_BOARD_NAMES.map((space) => {
    const board = parseBoard(space);
    const { states } = reachOf(board);
    const numbered = Number.isSafeInteger(states);
    return {
      space,
      summary: `the sliding-tile board ${board.name}`,
      states,
      tableBytes: numbered ? tableBytes(states, 'mod4') : null,
      seconds: null,
    };
  });
}

/** Returns an example of each puzzle. */
function builtInPuzzles(): readonly BuiltInSpace[] {
  return KNOWN_PUZZLES.map(({ example, summary }) => {
    const definition = makeKnownPuzzle(example);
    const [states, reversible] =
      'generators' in definition
        ? [Number(describePuzzle(definition).states.states), true]
        : [definition.size, definition.reversible];
    return {
      space: example,
      summary,
      states,
      tableBytes: tableBytes(states, reversible ? 'mod3' : 'depth8'),
      seconds: MEASURED_SECONDS[example] ?? null,
    };
  });
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
export function builtInText(
  { boards, puzzles }: Readonly<Record<'boards' | 'puzzles', readonly BuiltInSpace[]>>,
  width: number = WIDTH,
): string {
  const head = styleText('bold', row('space', 'states', 'table', 'time'));
  const notes = NOTES.flatMap((note) => folded(note, width));
  return [head, ...[...boards, ...puzzles].flatMap((space) => linesOf(space, width)), '', ...notes].join('\n');
}

function linesOf({ space, summary, states, tableBytes, seconds }: BuiltInSpace, width: number): string[] {
  const figures = row(
    space,
    Number.isSafeInteger(states) ? grouped(states) : countText(states),
    tableBytes === null ? '-' : bytesText(tableBytes),
    seconds === null ? '-' : roughTime(seconds).replace('less than', '<'),
  );
  return [figures, ...folded(summary, width - INDENT.length).map((line) => `${INDENT}${line}`)];
}

function row(space: string, states: string, table: string, time: string): string {
  return `${space.padEnd(16)} ${states.padStart(18)} ${table.padStart(9)} ${time.padStart(9)}`.trimEnd();
}
