/** Permutation puzzles: seconds of explore(), compared with the method's prototype in C with the same projections. */

import { explore } from '../src/runs/explore.js';
import { openNumberedSpace } from '../src/spaces/open-space.js';
import type { PuzzleNumbering } from '../src/spaces/permutation/colourings/numbering.js';
import { type Figure, figureOf, inTurn } from './measure.js';
import type { Programs } from './programs.js';
import { checkPublished } from './published.js';
import { report, times } from './rows.js';

const SPACES = ['pancake:11', 'pancake:12', 'm24', 'topspin:12,4'];
/** Spaces that take 2 GB and 13 GB of memory, and up to two minutes. */
const LARGE_SPACES = ['pancake:13', 'moonspinner'];

/** Times the search alone, without a table, and compares large spaces with their published distributions. */
export async function benchGroups(programs: Programs, threads: number, rounds: number, large: boolean): Promise<void> {
  const yardstick = buildYardstick(programs);
  for (const space of large ? LARGE_SPACES : SPACES) {
    const inC = await yardstick?.(space, threads);
    const figures: Readonly<Record<'ours' | 'inC', Figure>> = await inTurn(large ? 1 : rounds, {
      ours: async () => {
        const { seconds, histogram } = await explore({ space, threads, table: false, antipodes: 0 });
        if (large) checkPublished(space, histogram);
        return seconds;
      },
      inC: () => inC?.() ?? Number.NaN,
    });
    report({
      what: `explore ${space}, ${threads} threads`,
      figure: figures.ours,
      unit: 's',
      ...(inC !== undefined && { note: `${times(figures.ours, figures.inC)} of the prototype's time in C` }),
    });
    if (inC !== undefined) report({ what: `prototype in C ${space}`, figure: figures.inC, unit: 's' });
  }
}

/** Times whole processes that write table and result: 39,916,800 states. */
export function benchPancakes(programs: Programs, rounds: number): void {
  const seconds = Array.from({ length: rounds }, () => programs.antipode(['explore', 'pancake:11']));
  report({ what: 'process: antipode explore pancake:11', figure: figureOf(seconds), unit: 's' });
}

/** Prepares the prototype for a space. The returned function runs it and returns its seconds. */
type GroupYardstick = (space: string, threads: number) => Promise<() => number>;

/** Builds the prototype. Returns a function that prepares it for a space; undefined if the prototype or a compiler is missing. */
function buildYardstick(programs: Programs): GroupYardstick | undefined {
  const prototype = programs.buildPrototype('groups/cp.c', '-DPL=2');
  if (prototype === undefined) return undefined;
  return async (space, threads) => {
    const { group } = await openNumberedSpace({ kind: 'known', space });
    if (group === null) throw new Error(`${space} is not a permutation puzzle`);
    const input = programs.write('puzzle.txt', yardstickInput(group.numbering));
    const words = [input, `t=${threads}`, 'quiet', ...yardstickChoice(group.numbering)];
    return () => Number(prototype(words, /seconds ([\d.]+)/)[1]);
  };
}

/** Returns the prototype's input: counts of points, moves and colours, the moves, the solved state, and each colour's kind, facet, set and turns. */
function yardstickInput({ puzzle }: PuzzleNumbering): string {
  const { points, moves, solved, colours } = puzzle;
  const rows = [...moves, solved, ...colours.map(({ kind, facet, set, turns }) => [kind, facet, set, turns])];
  return `${[[points, moves.length, colours.length], ...rows].map((row) => row.join(' ')).join('\n')}\n`;
}

/** Returns the same projections for puzzles whose pieces do not turn: the label of each kind. */
function yardstickChoice({ projections }: PuzzleNumbering): readonly string[] {
  const { frames, block, word } = projections;
  const choice = [`K=${block.join(',')}`, ...(frames === 'exact' ? ['exact'] : [])];
  return word === null ? [...choice, 'scatter'] : [...choice, `H=${word.join(',')}`];
}
