/** Pattern databases: seconds of their tables, including set-up, compared with the method's prototype in C. */

import { explore } from '../src/runs/explore.js';
import { inTurn } from './measure.js';
import type { Programs } from './programs.js';
import { report, times } from './rows.js';

interface PatternTables {
  readonly what: string;
  readonly rows: number;
  readonly columns: number;
  /** Tiles of each table. The tables are made one after another. */
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

/** Times the tables of several patterns, for goals with the blank first. */
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

/** Builds the prototype. Returns a function that measures its seconds; undefined if the prototype or a compiler is missing. */
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
