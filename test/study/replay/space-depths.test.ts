import { describe, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import type { SpaceSource } from '#src/space/space.js';
import { depthsBytes, depthsOfSpace } from '#src/study/space-depths.js';
import type { DepthArray } from '#src/study/state-passes.js';
import { type TableContents, TableError } from '#src/table/files/contents.js';
import { Table } from '#src/table/table.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { fixtureSpace } from '../../spaces.js';
import { rows } from '../../suite.js';

const known = (space: string, more: object = {}): SpaceSource => ({ kind: 'known', space, ...more });

async function contentsOf(space: SpaceSource): Promise<TableContents> {
  const { table } = await explore({ space, threads: 2, antipodes: 0 });
  if (table === null) throw new Error('no table');
  return table;
}

/** Throws at the first state that differs from the plain search. */
function compare(found: DepthArray, expected: Int32Array): void {
  const unreached = 2 ** (8 * found.BYTES_PER_ELEMENT) - 1;
  expect(found.length).toBe(expected.length);
  for (let state = 0; state < found.length; state++) {
    const depth = expected[state] < 0 ? unreached : expected[state];
    if (found[state] !== depth) throw new Error(`state ${state} has ${found[state]}, expected ${depth}`);
  }
}

describe('the distances of all states match the plain search', () => {
  test.each(
    rows(
      [
        ['pancake:7', known('pancake:7'), Uint8Array],
        ['pancake:8 from a start', known('pancake:8', { start: '8 7 6 5 4 3 2 1' }), Uint8Array],
        // 177,147 states, which are processed by workers.
        ['hanoi:3,11', known('hanoi:3,11'), Uint16Array],
        ['pairings', fixtureSpace('pairings'), Uint8Array],
        ['one-way', fixtureSpace('one-way'), Uint8Array],
        ['one-way-path', fixtureSpace('one-way-path'), Uint32Array],
      ] as const,
      [0, 4],
    ),
  )('%s', async (_, source, Type) => {
    const table = await Table.of(await contentsOf(source));
    const { depths, histogram } = plainSpaceSearch(table.space);
    expect(table.histogram).toEqual(histogram);
    for (const threads of [1, 2]) {
      const found = await depthsOfSpace(table, { threads });
      expect(found).toBeInstanceOf(Type);
      expect(found.buffer).toBeInstanceOf(SharedArrayBuffer);
      compare(found, depths);
    }
  });

  test('and progress and memory are reported', async () => {
    const table = await Table.of(await contentsOf(fixtureSpace('pairings')));
    const told: (readonly [number, number])[] = [];
    await depthsOfSpace(table, { threads: 2, onProgress: (done, of) => told.push([done, of]) });
    expect(told.at(-1)).toEqual([150_000, 150_000]);
    expect(depthsBytes(table.claims)).toBe(150_000 + 37_500);
    expect(depthsBytes(await contentsOf(fixtureSpace('one-way')))).toBe(60_000);
  });
});

describe('a table', () => {
  test('whose header has another histogram is refused', async () => {
    const contents = await contentsOf(known('pancake:5'));
    const lie = await Table.of({ ...contents, histogram: [1, 4, 12, 36, 47, 20] });
    await expect(depthsOfSpace(lie)).rejects.toThrow(
      new TableError(
        "the table's header is wrong: it has 36 states at distance 3, and there are 35; make the table again",
      ),
    );
    const directed = await contentsOf(fixtureSpace('one-way'));
    const short = await Table.of({ ...directed, histogram: directed.histogram.slice(0, -1) });
    await expect(depthsOfSpace(short)).rejects.toThrow(TableError);
  });

  test('with any wrong code is refused', async () => {
    const contents = await contentsOf(known('pancake:4'));
    const [codes] = [...contents.bytes(0)];
    for (let bit = 0; bit < 48; bit++) {
      const changed = Uint8Array.from(codes);
      changed[bit >> 3] ^= 1 << (bit & 7);
      const table = await Table.of({ ...contents, bytes: () => [changed] });
      await expect(depthsOfSpace(table)).rejects.toThrow(TableError);
    }
  });

  test('whose codes lead in a circle is refused, even on workers', async () => {
    const contents = await contentsOf(fixtureSpace('pairings'));
    // The start no longer has the code 1, and no path leads to it.
    const [codes] = [...contents.bytes(0)];
    const changed = codes.map((byte) => byte ^ ((byte & 0x55) << 1));
    const table = await Table.of({ ...contents, bytes: () => [changed] });
    await expect(depthsOfSpace(table, { threads: 2 })).rejects.toThrow('the table contradicts itself');
  });

  test('is not processed after the signal has been aborted', async () => {
    const table = await Table.of(await contentsOf(fixtureSpace('pairings')));
    const reason = new Error('enough');
    await expect(depthsOfSpace(table, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
