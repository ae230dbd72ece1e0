import { describe, expect, test } from 'vitest';
import { antipode, temporaryFolder } from '../run.js';

const START = '2 3 4 1 5 x 7 6 8';

describe('--metric multi', () => {
  test('solve searches from both ends if there is no table, and reports this', async () => {
    const cwd = temporaryFolder();
    const { status, out, err } = await antipode(
      ['solve', '--metric', 'multi', '5 1 2 3 9 6 7 4 x 10 11 8 13 14 15 12'],
      { cwd },
    );
    expect({ status, out }).toEqual({ status: 0, out: 'u2r3d3\n' });
    expect(err).toContain('4x4: solved by bidirectional, because out/ has no table of the whole board');
    const asked = await antipode(
      ['solve', '--metric', 'multi', '--algorithm', 'table', '--board', '3x4', '1 2 3 4 5 6 7 8 9 10 x 11'],
      { cwd },
    );
    expect(asked.status).toBe(1);
    expect(asked.err).toContain('make one with: antipode explore 3x4 --metric multi');
  });

  test.each(['astar', 'idastar'])('solve and compare refuse %s in one line', async (algorithm) => {
    const cwd = temporaryFolder();
    for (const command of [
      ['solve', '--metric', 'multi', '--algorithm', algorithm, START],
      ['compare', '3x3', '--metric', 'multi', '--algorithm', algorithm],
    ]) {
      const { status, out, err } = await antipode(command, { cwd });
      expect({ status, out }).toEqual({ status: 2, out: '' });
      expect(err).toBe(
        `antipode: ${algorithm} needs a heuristic that never overestimates, and none exists if a move slides several tiles: use table, bfs or bidirectional\n`,
      );
    }
  });

  test('compare takes table, bfs and bidirectional', async () => {
    const { status, out } = await antipode(['compare', '2x3', '--metric', 'multi', '--each-depth', '1', '--json'], {
      cwd: temporaryFolder(),
    });
    expect(status).toBe(0);
    const { metric, instances, tallies } = JSON.parse(out);
    expect({ metric, instances }).toEqual({ metric: 'multi', instances: 21 });
    expect(
      tallies.map(({ algorithm, optimal }: { algorithm: string; optimal: boolean }) => [algorithm, optimal]),
    ).toEqual([
      ['table', true],
      ['bfs', true],
      ['bidirectional', true],
    ]);
  });
});
