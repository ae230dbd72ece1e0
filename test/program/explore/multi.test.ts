import { describe, expect, test } from 'vitest';
import { antipode, temporaryFolder } from '../run.js';

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
});
