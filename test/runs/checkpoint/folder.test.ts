import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { StorageError } from '#src/base/files.js';
import { InputError } from '#src/base/text.js';
import { BoardEnginePlan } from '#src/engines/boards/engine.js';
import { checkpointBytes } from '#src/runs/exploration/checkpoint-files.js';
import { type ExploreEvent, StoppedError } from '#src/runs/exploration/exploration.js';
import { resumeExploration } from '#src/runs/resumed-run.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { boardSource } from '#src/spaces/board-facts.js';
import { exploreWithCheckpoints } from '../../board-exploration.js';
import { temporaryFolder } from '../../program/run.js';
import { FULL } from '../../suite.js';

describe('a folder for checkpoints', () => {
  test('is refused if it holds any exploration that can be resumed', async () => {
    const folder = temporaryFolder();
    const stopped = exploreWithCheckpoints({ board: '2x3', folder, stop: AbortSignal.abort() });
    await expect(stopped).rejects.toBeInstanceOf(StoppedError);
    const again = exploreWithCheckpoints({ board: '2x4', folder });
    await expect(again).rejects.toThrow(
      new StorageError(
        `${folder} holds an exploration of 2x3 that is complete up to depth 0: resume it (--resume ${folder}), or choose another folder`,
      ),
    );
    expect(readdirSync(folder)).toEqual(['manifest']);
  });

  test('is refused if it has unrelated files with checkpoint names, and left unchanged', async () => {
    const folder = temporaryFolder();
    for (const name of ['table-1', 'visited-4', 'notes.txt']) writeFileSync(join(folder, name), 'mine');
    await expect(exploreWithCheckpoints({ board: '2x3', folder })).rejects.toThrow(
      `${folder} has a file table-1 but no manifest, so it is not part of an exploration that can be resumed: remove it, or choose another folder`,
    );
    expect(readdirSync(folder).sort()).toEqual(['notes.txt', 'table-1', 'visited-4']);
  });

  test('is used by one exploration at a time', async () => {
    const folder = temporaryFolder();
    const refusals: Promise<unknown>[] = [];
    const stop = new AbortController();
    const exploration = exploreWithCheckpoints({
      // The exploration must not end before the others are refused, even on a busy machine.
      board: '2x6',
      folder,
      threads: 2,
      everySeconds: 0,
      stop: stop.signal,
      onEvent: (event) => {
        if (event.type !== 'layer' || event.depth !== 3) return;
        for (const other of [resumeExploration(folder), exploreWithCheckpoints({ board: '2x6', folder })]) {
          refusals.push(expect(other).rejects.toThrow(`${folder} is in use by process ${process.pid} on `));
        }
        // Not earlier, because the folder is free when its exploration has ended.
        void Promise.allSettled(refusals).then(() => stop.abort());
      },
    });
    await expect(exploration).rejects.toBeInstanceOf(StoppedError);
    expect(await Promise.all(refusals)).toHaveLength(2);
    expect(existsSync(join(folder, 'lock'))).toBe(false);
  });

  test('is refused if it does not exist or cannot be created', async () => {
    const folder = join(temporaryFolder(), 'nowhere');
    await expect(resumeExploration(folder)).rejects.toThrow(
      new StorageError(`${folder} holds no exploration to resume`),
    );
    expect(existsSync(folder)).toBe(false);
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    for (const impossible of [file, '/proc/checkpoint', join(file, 'in', 'it')]) {
      const refused = exploreWithCheckpoints({ board: '2x3', folder: impossible });
      await expect(refused).rejects.toBeInstanceOf(StorageError);
      await expect(refused).rejects.toThrow(`${impossible} cannot be written: `);
    }
  });

  test.each([-1, Number.NaN])(
    'gets a checkpoint at intervals of 0 seconds or more, not of %s',
    async (everySeconds) => {
      const folder = join(temporaryFolder(), 'none');
      await expect(exploreWithCheckpoints({ board: '2x3', folder, everySeconds })).rejects.toThrow(
        new InputError(`the seconds between checkpoints must be 0 or more, found ${everySeconds}`),
      );
      expect(existsSync(folder)).toBe(false);
    },
  );

  test.runIf(FULL)('takes no more space than planned', async () => {
    for (const [board, metric, lastDepth] of [
      ['3x3', 'single', 31],
      ['3x4', 'single', 53],
      ['2x5', 'multi', 36],
    ] as const) {
      const folder = temporaryFolder();
      const stop = new AbortController();
      let most = 0;
      const onEvent = (event: ExploreEvent) => {
        if (event.type === 'checkpoint') most = Math.max(most, event.bytes);
        if (event.type === 'layer' && event.depth === lastDepth) stop.abort();
      };
      const saved = exploreWithCheckpoints({
        board,
        metric,
        folder,
        threads: 2,
        everySeconds: 0,
        stop: stop.signal,
        onEvent,
      });
      await expect(saved).rejects.toMatchObject({ depth: lastDepth });
      const parsed = parseBoard(board);
      const source = boardSource(parsed, orderedPosition(parsed), metric);
      const said = checkpointBytes(BoardEnginePlan.of(source, { table: true, first: 20 }));
      expect(most).toBeLessThanOrEqual(said);
      expect(said).toBeLessThan(1.1 * most + 600_000);
    }
  });
});
