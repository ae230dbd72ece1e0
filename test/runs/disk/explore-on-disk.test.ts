import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { MemoryError } from '#src/base/memory.js';
import { InputError } from '#src/base/text.js';
import { discardSavedRun } from '#src/runs/disk/run-folder.js';
import type { ExploreEvent } from '#src/runs/exploration/exploration.js';
import { exploreBoard, exploreOnDisk, type Result, resultOf } from '../../board-exploration.js';
import { FULL, rows } from '../../suite.js';
import { newFolder } from '../folders.js';

const script = fileURLToPath(new URL('../../fixtures/run-on-disk.mjs', import.meta.url));

/** Bytes of buffers with the minimum number of slots. */
const SMALLEST = 1;

describe('an exploration on disk has the results of one in memory', () => {
  test.each(
    rows(
      [
        ['2x3', { threads: 1 }, SMALLEST],
        ['3x3', { threads: 3, antipodes: 10_000 }, undefined],
        ['3x3', { threads: 1, goal: '1 2 3 4 x 5 6 7 8', antipodes: 0 }, SMALLEST],
        ['2x5', { threads: 3 }, SMALLEST],
        // Long windows: blocks take runs from several other blocks.
        ['..../.#../....', { threads: 1, antipodes: 3 }, 1.5e6],
        // Several portions: with several stages each, with several portions per stage, and all in one stage.
        ['..../.#../....', { threads: 2, antipodes: 500, portionBytes: 600e3 }, SMALLEST],
        ['..../.#../....', { threads: 2, antipodes: 500, portionBytes: 300e3 }, 4e6],
        ['..../.#../....', { threads: 2, antipodes: 500, portionBytes: 300e3 }, undefined],
        ['2x5', { threads: 2, table: false, antipodes: 500 }, SMALLEST],
        ['3x4', { threads: 2, goal: '1 2 3 4 x 5 6 7 8 9 10 11' }, 12e6],
      ] as const,
      [0],
    ),
  )('%s, %o, in buffers of %s bytes', async (board, options, mostBufferBytes) => {
    const work = newFolder();
    const events: ExploreEvent[] = [];
    const onEvent = (event: ExploreEvent) => events.push(event);
    const memory = 200e6;
    const onDisk = await exploreOnDisk({ board, work, memory, ...options, onEvent }, mostBufferBytes);
    const inMemory = await exploreBoard({ board, ...options });
    expect(resultOf(onDisk)).toEqual(resultOf(inMemory));
    expect(onDisk.table === null).toBe(inMemory.table === null);
    const layers = events.filter((event) => event.type === 'layer');
    expect(layers.map(({ fresh }) => fresh)).toEqual(inMemory.histogram);
    expect(layers.at(-1)?.found).toBe(inMemory.states);
    const read = layers.reduce((bytes, { bytesRead }) => bytes + bytesRead, 0);
    // If everything fits into memory, at most the goal's slot is read.
    expect(read > 24_576).toBe(mostBufferBytes !== undefined);
    await discardSavedRun(work);
    expect(() => readdirSync(work)).toThrow('ENOENT');
  });
});

describe('memory', () => {
  test.runIf(FULL)('without that of Node does not exceed the limit', async () => {
    const [small, large] = await Promise.all(
      [
        { board: '2x3', table: true, work: newFolder(), threads: 2, memory: 25e6 },
        { board: '2x6', table: true, work: newFolder(), threads: 2, memory: 25e6 },
      ].map(childFound),
    );
    // 2x6 takes 97 MB in all. Node's own memory depends on its running time.
    expect(large.memory - small.memory).toBeLessThan(25e6 + 30e6);
    expect(large.histogram).toEqual((await exploreBoard({ board: '2x6' })).histogram);
  });

  test('is refused if it is insufficient', async () => {
    await expect(exploreOnDisk({ board: '2x6', work: newFolder(), memory: 500_000 })).rejects.toThrow(MemoryError);
  });

  test.each([0, -1, 1.5, Number.NaN])('of %s bytes is refused', async (memory) => {
    await expect(exploreOnDisk({ board: '2x3', work: newFolder(), memory })).rejects.toThrow(InputError);
  });
});

/** Returns the results of a separate process. */
async function childFound(options: object): Promise<Result & { readonly memory: number }> {
  // Node grows the space of young objects in each thread while it runs: 25 MB more or less, depending on the load of the machine. Its threads
  // that collect garbage lag on a busy machine, which leaves another 10 MB.
  const words = ['--max-semi-space-size=1', '--single-threaded-gc', script, JSON.stringify(options)];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const text of child.stdout) output += text;
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
}
