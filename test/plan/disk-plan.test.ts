import { describe, expect, test } from 'vitest';
import { MemoryError } from '#src/base/memory.js';
import { planDisk } from '#src/runs/disk-plan.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { FULL } from '../suite.js';

describe('the plan of an exploration on disk', () => {
  test.runIf(FULL)('of 3x5 has 87 GB for each bit of a state, in slots of whole pages', () => {
    const plan = planDisk(parseBoard('3x5'), { table: true, memory: 400e6, threads: 2, first: 20 });
    expect(plan.states).toBe(653_837_184_000);
    // 24,192 bytes of words take a slot of 24,576 bytes.
    const bytesOfABit = ((plan.states / 60) * 8 * 24_576) / 24_192;
    // Visited bits and table, twice: files are replaced while the next layer is written.
    expect(plan.diskBytes).toBeGreaterThan(4 * bytesOfABit);
    expect(plan.diskBytes).toBeLessThan(4.02 * bytesOfABit);
    expect(plan.memoryBytes).toBeLessThanOrEqual(400e6);
    expect(plan.stages).toBeGreaterThan(1000);
    // Each source is read once, and sources of few moves twice.
    expect(plan.layer.bytesRead).toBeGreaterThan(1.25 * bytesOfABit);
    expect(plan.layer.bytesRead).toBeLessThan(1.75 * bytesOfABit);
    // Half of the visited bits, and half of the table in every other layer.
    expect(plan.layer.bytesWritten / bytesOfABit).toBeCloseTo(0.75, 1);
  });

  test('reads nothing if the board fits into memory', () => {
    const plan = planDisk(parseBoard('3x4'), { table: true, memory: 1e9, threads: 2, first: 20 });
    expect(plan).toMatchObject({ stages: 1, layer: { bytesRead: 0 } });
    expect(plan.memoryBytes).toBeLessThan(70e6);
  });

  test('refuses insufficient memory, and gives the bytes needed', () => {
    const plan = () => planDisk(parseBoard('2x7'), { table: true, memory: 1e6, threads: 2, first: 20 });
    expect(plan).toThrow(MemoryError);
    expect(plan).toThrow(/^2x7 on disk needs at least [\d.]+ MB of memory, but may use 1\.00 MB$/);
  });
});
