import {
  copyFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StorageError } from '#src/files/files.js';
import { resumeExploration } from '#src/runs/resumed-run.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { resultOf } from '../../board-exploration.js';
import { temporaryFolder } from '../../program/run.js';
import { count, rows } from '../../suite.js';
import { contentsOf, restored, runOf } from './restored.js';
import { checkpointOf, savedIn } from './saved.js';

/**
 * Restores a checkpoint: that of a board alone, and that of another space by resuming its run.
 * @returns the restored data @throws if the checkpoint is refused
 */
async function contents(folder: string): Promise<unknown> {
  const run = await savedIn(folder);
  if (run.engine === 'boards') return contentsOf(runOf(run), await restored(run, folder));
  return resultOf(await resumeExploration(folder, { threads: 1, everySeconds: 300 }));
}

function copyOf(folder: string): string {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

test.each(
  rows(
    [
      [{ space: '2x4' }, 20, ['table: blank cell', 'visited: blank cell'], [30, 120]],
      [{ space: '2x5' }, 33, ['table: blank cell', 'visited: blank cell'], [30, 120]],
      [{ space: '3x3', metric: 'multi' }, 12, ['table: blank cell', 'visited: blank cell'], [30, 120]],
      [{ space: 'pancake:8', engine: 'general' }, 4, ['codes: states', 'frontier: places'], [3, 60]],
      [{ space: 'pancake:9', engine: 'general' }, 7, ['codes: states', 'frontier: states'], [3, 60]],
      [{ space: 'pancake:9' }, 7, ['codes: blocks'], [3, 60]],
    ] as const,
    [0, 2, 3, 5],
  ),
)('a checkpoint of %j after layer %i with a changed byte is refused, or the byte has no meaning', async (...row) => {
  const [options, depth, ranges, flips] = row;
  const folder = await checkpointOf(options, depth);
  const expected = await contents(copyOf(folder));
  const names = readdirSync(folder).sort();
  const named = ['manifest', ...ranges].map((range) => range.replace(/:.*/, ''));
  expect(names.map((name) => name.replace(/-\d+$/, '')).sort()).toEqual(named.toSorted());
  const refusals = new Set<string>();
  const random = new SeededRandom(7);
  for (let flip = 0; flip < count(flips[0], flips[1]); flip++) {
    const name = names[flip % names.length];
    const path = join(folder, name);
    const whole = readFileSync(path);
    const bytes = Buffer.from(whole);
    // Bytes that carry something, and any.
    const places = [...bytes.keys()].filter((place) => bytes[place] !== 0 || flip >= names.length);
    const place = places[random.below(places.length)];
    bytes[place] ^= 1 << random.below(8);
    writeFileSync(path, bytes);
    const outcome = await contents(folder).catch((error) => error);
    writeFileSync(path, whole);
    if (!(outcome instanceof Error)) {
      // The byte fills up a page.
      expect(name, `byte ${place}`).not.toBe('manifest');
      expect(outcome).toEqual(expected);
      continue;
    }
    expect(outcome, `byte ${place} of ${name}`).toBeInstanceOf(StorageError);
    const [, file, range = ''] = /^[^:]*\/(\w+)[-\d]*: (.*?)(?: \d.*|$)/.exec(outcome.message) ?? [];
    expect(outcome.message).toContain(path);
    if (name !== 'manifest') {
      expect(`${file}: ${range}`).toBe(ranges.find((text) => text.startsWith(file)));
      expect(outcome.message).toMatch(
        / \d+\.\.\d+( of the list)? are damaged: the checksum does not match; resume from another copy of the folder, or explore again$/,
      );
    }
    refusals.add(name);
  }
  expect([...refusals].sort()).toEqual(names);
});

test('a checkpoint with a missing, shorter or longer file, one of another checkpoint, or no manifest is refused', async () => {
  const folder = await checkpointOf({ space: '2x4' }, 20);
  const other = await checkpointOf({ space: '2x4' }, 22);
  const [table, visited] = readdirSync(folder)
    .filter((name) => name !== 'manifest')
    .sort();
  const visitedElsewhere = readdirSync(other).find((name) => name.startsWith('visited-')) ?? '';
  const bytes = statSync(join(folder, visited)).size;
  const wrongs: [(copy: string) => void, RegExp][] = [
    [(copy) => rmSync(join(copy, table)), /table-\d+ is missing, but the manifest refers to it; /],
    [(copy) => rmSync(join(copy, visited)), /visited-\d+ is missing, but the manifest refers to it; /],
    [
      (copy) => truncateSync(join(copy, visited), bytes - 4096),
      new RegExp(`visited-\\d+ should have ${bytes} bytes, but has ${bytes - 4096}; `),
    ],
    [(copy) => truncateSync(join(copy, visited), bytes + 1), /visited-\d+ should have \d+ bytes, but has \d+; /],
    [(copy) => truncateSync(join(copy, visited), 0), /visited-\d+ should have \d+ bytes, but has 0; /],
    [
      (copy) => copyFileSync(join(other, visitedElsewhere), join(copy, visited)),
      /visited-\d+: blank cell \d, blocks 0\.\.0 are damaged/,
    ],
    [(copy) => truncateSync(join(copy, 'manifest'), 100), /manifest: the manifest of an unfinished exploration should/],
  ];
  for (const [wrong, message] of wrongs) {
    const copy = copyOf(folder);
    wrong(copy);
    const restoring = contents(copy);
    await expect(restoring).rejects.toThrow(message);
    await expect(restoring).rejects.toBeInstanceOf(StorageError);
  }
  rmSync(join(folder, 'manifest'));
  await expect(resumeExploration(folder)).rejects.toThrow(new StorageError(`${folder} holds no exploration to resume`));
});
