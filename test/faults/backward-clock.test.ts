/** A clock that runs backwards changes no result, because neither measurements nor waits use it. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { antipodeProcess } from '../program/process.js';
import { antipode, temporaryFolder } from '../program/run.js';
import { FULL } from '../suite.js';

const preload = fileURLToPath(new URL('../fixtures/backward-clock.cjs', import.meta.url));

/** Fields that a run measures, and that may differ. */
const MEASURED = ['seconds', 'totalSeconds', 'statesPerSecond', 'provenance'];

/** Returns the object without measured fields. Its times must exist and not be negative. */
function withoutMeasured(json: string): unknown {
  let times = 0;
  const result: unknown = JSON.parse(json, (key, value: unknown) => {
    if (!MEASURED.includes(key)) return value;
    if (key.toLowerCase().includes('second')) times++;
    if (typeof value === 'number') expect(value).toBeGreaterThanOrEqual(0);
    return undefined;
  });
  expect(times).toBeGreaterThan(0);
  return result;
}

test('the results are the same, and no time is negative', async () => {
  const cwd = temporaryFolder();
  for (const words of [
    ['explore', '3x3', '--threads', '2'],
    ...(FULL ? [['explore', 'pancake:8', '--threads', '2']] : []),
    ...(FULL ? [['solve', '--algorithm', 'idastar', '--time-limit', '30', '8 6 7 2 5 4 3 x 1']] : []),
    ['verify', join('out', '3x3.table')],
  ]) {
    const [usual, backward] = await Promise.all([
      antipode([...words, '--json'], { cwd }),
      antipodeProcess([...words, '--json'], { cwd, nodeOptions: ['--require', preload] }),
    ]);
    expect(usual.status).toBe(0);
    expect(backward.status).toBe(0);
    expect(withoutMeasured(backward.out)).toEqual(withoutMeasured(usual.out));
  }
});
