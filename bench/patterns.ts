/** Pattern databases: the seconds that their tables take, set-up included, beside the prototype of the method in C. */

import { explore } from '../src/runs/explore.js';
import { inTurn } from './measure.js';
import type { Programs } from './programs.js';
import { report, times } from './rows.js';

interface PatternTables {
  readonly what: string;
  readonly rows: number;
  readonly columns: number;
  /** Each a table, made one after the other. */
  readonly patterns: readonly (readonly number[])[];
}

const TABLES: readonly PatternTables[] = [
  {
    what: '4x4, 7 and 8 tiles',
    rows: 4,
    columns: 4,
    patterns: [
      [1, 2, 3, 4, 5, 6, 7],
      [8, 9, 10, 11, 12, 13, 14, 15],
    ],
  },
  { what: '5x5, 6 tiles', rows: 5, columns: 5, patterns: [[1, 5, 6, 10, 11, 12]] },
];

/** Times the tables of some patterns, for goals with the blank first. */
export async function benchPatterns(programs: Programs, threads: number, rounds: number): Promise<void> {
  const yardstick = buildYardstick(programs, threads);
  for (const tables of TABLES) {
    const figures = await inTurn(rounds, {
      ours: () => secondsToExplore(tables, threads),
      inC: () => yardstick?.(tables) ?? Number.NaN,
    });
    report({
      what: `explore ${tables.what}, ${threads} threads`,
      figure: figures.ours,
      unit: 's',
      ...(yardstick !== undefined && { note: `${times(figures.ours, figures.inC)} of the prototype's time in C` }),
    });
    if (yardstick !== undefined) report({ what: `prototype in C ${tables.what}`, figure: figures.inC, unit: 's' });
  }
}

async function secondsToExplore({ rows, columns, patterns }: PatternTables, threads: number): Promise<number> {
  const goal = Array.from({ length: rows * columns }, (_, tile) => (tile === 0 ? 'x' : tile)).join(' ');
  const begin = performance.now();
  for (const pattern of patterns) await explore({ space: `${rows}x${columns}`, goal, pattern, threads, antipodes: 0 });
  return (performance.now() - begin) / 1000;
}

/** Builds the prototype, and returns a function that gives its seconds; undefined if it or a compiler is missing. */
function buildYardstick(programs: Programs, threads: number): ((tables: PatternTables) => number) | undefined {
  const prototype = programs.buildPrototype('patterns/gen.c');
  if (prototype === undefined) return undefined;
  return ({ rows, columns, patterns }) => {
    const seconds = patterns.map((tiles) => {
      const [, geometry, build] = prototype(
        [rows, columns, threads, 0, ...tiles],
        /geometry ([\d.]+) s build ([\d.]+) s/,
      );
      return Number(geometry) + Number(build);
    });
    return seconds.reduce((sum, each) => sum + each, 0);
  };
}
