/**
 * Command lines that are refused in one line before anything is written: refusals.txt gives each with its message, under the contents of the
 * folder. The status is 2, or 1 after (1). Those that the golden record holds are not repeated.
 */

import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import { ringModule } from '../spaces.js';
import { npyOf } from '../verify/table/space-files.js';
import { exploreInto } from './explored.js';
import { antipode, wordsOf } from './run.js';
import { saveRun } from './saved.js';

const SECTIONS = readFileSync(new URL('./refusals.txt', import.meta.url), 'utf8')
  .split(/^# /m)
  .slice(1)
  .map((section) => section.trimEnd().split('\n'));

/** Writes files that are wrong in one way each, and folders with the endings of files. */
async function writeWrongFiles(cwd: string): Promise<void> {
  for (const ending of ['table', 'js', 'map', 'json', 'txt', 'npy']) mkdirSync(join(cwd, `folder.${ending}`));
  const files = {
    'empty.table': '',
    'file.table': 'no table at all',
    'magic.table': 'ANTIPODE\0',
    'result.json': '{"space":"3x3","histogram":[1,2],"table":"out/3x3.table"}',
    'bare.json': '{"space":"3x3","histogram":[1,2],"table":null}',
    'bytes.txt': Buffer.from([0x53, 0x65, 0x74, 0, 1, 2, 0xff]),
    'large.txt': 'a'.repeat(2_000_001),
    'wrong.tws': '# none\nName\n',
    'empty.map': '',
    'ragged.map': '..\n...\n',
    'other.map': '..#\n.o.\n',
    'cell.map': '#.#\n',
    'parts.map': '..#.\n',
    'large.map': '.....\n.....\n.....\n....#\n',
    'huge.map': '.'.repeat(1_000_001),
    '3x3.map': '..#\n...\n',
    'cross.map': '#.#\n...\n...\n',
    'odd.txt': '2 1 3 4 5 6 7 8 x\n',
    'goal.txt': '283104765 4 123804765\n',
    'middle.txt': 'a2\nb2\n',
    'state.txt': 'z9\n',
    'piles.txt': '2 1 3 4\n423\n',
    'puzzle.txt': '8 3 5 1 2 7 4 6 0\n7\n1 2 3 4 5 6 7 8 0\n',
    'ring.mjs': ringModule(
      "reversible: false, parse(text) { if (!/^r[0-9]+$/.test(text)) throw new Error('expected r0 to r999'); return Number(text.slice(1)); }",
    ),
    'good.tws': 'Name good\nSet A 3 1\nSolved\nEnd\nMove L\nA\n2 3 1\nEnd\n',
    'good.json': '{"name":"good","generators":[{"name":"a","permutation":[2,1]}]}',
    // Only state 300 is wrong, which a few samples may miss.
    'line.mjs': `export default {
      name: 'line', size: 1e6, starts: [0], moves: ['on', 'back'], reversible: true,
      neighbours(state, next) {
        next[0] = state === 300 ? 1e6 : state + 1 < 1e6 ? state + 1 : -1;
        next[1] = state - 1;
      },
      format: String, parse: Number,
    };`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
}

/** Makes tables in out/, and copies of them that are wrong in one way each. */
async function writeTables(cwd: string): Promise<void> {
  for (const line of ['2x2', '3x3', '2x4', 'pancake:4', 'pancake:6', 'pancake:5 --start 21345']) {
    await exploreInto(cwd, wordsOf(line));
  }
  const bytes = readFileSync(join(cwd, 'out/3x3.table'));
  const changed = (name: string, change: (copy: Buffer) => unknown) => {
    const copy = Buffer.from(bytes);
    change(copy);
    writeFileSync(join(cwd, name), copy);
  };
  changed('out/3x2.table', () => undefined);
  changed('old.table', (copy) => copy.writeUInt32LE(0, 8));
  changed('damaged.table', (copy) => copy.fill(0xff, copy.length - 22_000, copy.length - 1000));
  writeFileSync(join(cwd, 'cut.table'), bytes.subarray(0, -1));
  writeFileSync(join(cwd, 'd.npy'), npyOf(new Uint8Array(25)));
  mkdirSync(join(cwd, 'folder'));
  symlinkSync('folder', join(cwd, 'alias'));
  linkSync(join(cwd, 'out/2x2.table'), join(cwd, 'same.html'));
}

const CONTENTS: Readonly<Record<string, (cwd: string) => unknown>> = {
  'a folder without a run': (cwd) => writeFileSync(join(cwd, 'file'), ''),
  'wrong files': writeWrongFiles,
  'tables in out/, and wrong files': async (cwd) => {
    await writeWrongFiles(cwd);
    await writeTables(cwd);
  },
  'ck holds a checkpoint of 3x3': (cwd) => saveRun(join(cwd, 'ck'), '3x3'),
  'ck holds a run of 3x3 on disk': (cwd) => saveRun(join(cwd, 'ck'), '3x3', { store: 'disk' }),
  'ck holds a checkpoint of the map ..#/.../#..': async (cwd) => {
    writeFileSync(join(cwd, 'map.txt'), '#..\n...\n..#\n');
    await saveRun(join(cwd, 'ck'), '..#/.../#..');
  },
  'w holds a run of 2x3 with two layers': async (cwd) => {
    for (const words of ['0 2x3 --finish', '1 --portion 0', '1 --finish']) {
      await antipode(['portion', '--work', 'w', '--layer', ...words.split(' ')], { cwd });
    }
  },
  'w holds a run of 2x4 on disk without a table': async (cwd) => {
    const stop = AbortSignal.abort();
    const stopped = explore({ space: '2x4', table: false, disk: { work: join(cwd, 'w'), memory: 1e8 }, stop });
    await expect(stopped).rejects.toThrow('the exploration was stopped after depth 0');
  },
  'w holds a checkpoint of 3x3': (cwd) => saveRun(join(cwd, 'w'), '3x3'),
};

/** Returns the files of a folder, with what changes when they are written. */
function filesOf(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => {
    const { ino, size, mtimeMs } = statSync(join(parentPath, name));
    return [parentPath, name, ino, size, mtimeMs].join(' ');
  });
}

describe.each(SECTIONS)('%s:', (contents, ...lines) => {
  let cwd: string;
  let before: readonly string[];
  beforeAll(async () => {
    cwd = mkdtempSync(join(tmpdir(), 'antipode-'));
    await CONTENTS[contents](cwd);
    before = filesOf(cwd);
  });
  afterAll(() => rmSync(cwd, { recursive: true }));

  const rows = lines.flatMap((line, index) => (index % 2 === 0 ? [[line, lines[index + 1].trim()] as const] : []));
  test.each(rows)('%s is refused', async (line, message) => {
    const [, failed, text] = /^(\(1\) )?(.*)$/.exec(message) ?? [];
    const expected = { status: failed === undefined ? 2 : 1, out: '', err: `antipode: ${text}\n` };
    expect(await antipode(wordsOf(line), { cwd })).toMatchObject(expected);
    expect(filesOf(cwd)).toEqual(before);
  });
});
