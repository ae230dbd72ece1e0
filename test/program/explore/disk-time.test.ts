import { expect, test } from 'vitest';
import { BoardEnginePlan } from '#src/engines/boards/engine.js';
import { announceDiskTime } from '#src/program/explore/lasting-run.js';
import { planRequest } from '#src/runs/exploration/exploration.js';
import { planDisk } from '#src/runs/requirements.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { boardSource } from '#src/spaces/board-facts.js';
import { capturedIo } from '../../captured-io.js';
import { FULL } from '../../suite.js';
import { temporaryFolder } from '../run.js';

/** Returns the text on standard error about a search whose layers read and write this many bytes. */
async function said(name: string, bytes: number, depth: number): Promise<string> {
  const board = parseBoard(name);
  const plan = BoardEnginePlan.of(boardSource(board, orderedPosition(board), 'single'), planRequest({ threads: 2 }));
  const disk = planDisk(board, { table: true, memory: 1e9, threads: 2, first: 20 });
  const { io, stderr } = capturedIo();
  const layer = { bytesRead: bytes, bytesWritten: bytes };
  await announceDiskTime(plan, { ...disk, layer }, temporaryFolder(), depth, io);
  return stderr.text();
}

test.runIf(FULL)(
  'a long search on disk begins with an estimate of its time, from measured speeds of the disk',
  async () => {
    expect(await said('2x6', 1e12, 20)).toMatch(
      /^a full layer takes about [\d.]+ (min|hours), the remaining 60 layers at most [\d.]+ (hours|days): measured [\d.]+ [MG]B\/s read and [\d.]+ [MG]B\/s written\n$/,
    );
  },
);

test('a short search begins without measurement and estimate', async () => {
  const begin = performance.now();
  expect(await said('3x4', 1e6, 0)).toBe('');
  expect(performance.now() - begin).toBeLessThan(1000);
});
