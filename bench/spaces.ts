/** The general method against the fast one on the same board, and every built-in space of a million states or more by its fastest engine. */

import { explore } from '../src/runs/explore.js';
import type { SpaceSource } from '../src/space/space-source.js';
import { inTurn } from './measure.js';
import { report, times } from './rows.js';

/** The same board by both methods, in the same rounds. */
export async function benchMethods(rowCount: number, columns: number, threads: number, rounds: number): Promise<void> {
  const space = `${rowCount}x${columns}`;
  const figures = await inTurn(rounds, {
    fast: async () => (await explore({ space, threads })).seconds,
    general: async () => (await explore({ space, engine: 'claims', threads })).seconds,
  });
  report({
    what: `explore ${space}, general method`,
    figure: figures.general,
    unit: 's',
    note: `${times(figures.general, figures.fast)} times the time of the fast method`,
  });
}

/** All permutations of ten points: a rotation, and a swap of two neighbours. */
const TEN_POINTS: SpaceSource = {
  kind: 'generators',
  name: 'S10',
  generators: [
    { name: 'rotate', images: [1, 2, 3, 4, 5, 6, 7, 8, 9, 0] },
    { name: 'back', images: [9, 0, 1, 2, 3, 4, 5, 6, 7, 8] },
    { name: 'swap', images: [1, 0, 2, 3, 4, 5, 6, 7, 8, 9] },
  ],
};

const SPACES: readonly (readonly [string, SpaceSource])[] = [
  ...['pancake:10', 'burnt-pancake:8', 'topspin:10,4', 'hanoi:4,11', 'solitaire:9,4', 'knight:1000', 'cube-2x2x2'].map(
    (space) => [space, { kind: 'known', space }] as const,
  ),
  ['cube-2x2x2, quarter turns', { kind: 'known', space: 'cube-2x2x2', metric: 'quarter-turn' }],
  ['generators of S10', TEN_POINTS],
];

/** States that are reached in a second. */
export async function benchSpaces(threads: number, rounds: number): Promise<void> {
  const measured = SPACES.map(([what, space]) => {
    const rate = async () => {
      const { states, seconds } = await explore({ space, threads, antipodes: 0 });
      return states / seconds;
    };
    return [what, rate] as const;
  });
  const figures = await inTurn(rounds, Object.fromEntries(measured));
  for (const [what, figure] of Object.entries(figures)) {
    report({ what: `explore ${what}, ${threads} threads`, figure, unit: 'states/s' });
  }
}
