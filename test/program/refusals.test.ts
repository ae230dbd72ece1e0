/**
 * Command lines that are refused in one line before anything is written: refusals.txt gives each with its message, under the contents of the
 * folder. Those that the golden record holds are not repeated.
 */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeSavedRun } from '#src/runs/exploration/saved-run.js';
import { explore } from '#src/runs/explore.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { geometryOf } from '#src/spaces/board/numbering.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { goalFacts } from '#src/spaces/board-facts.js';
import { antipode } from './run.js';

const SECTIONS = readFileSync(new URL('./refusals.txt', import.meta.url), 'utf8')
  .split(/^# /m)
  .slice(1)
  .map((section) => section.trimEnd().split('\n'));

/** Writes the manifest of a run, as far as options are compared with it. */
async function save(folder: string, text: string, store: 'memory' | 'disk'): Promise<void> {
  const board = parseBoard(text);
  const facts = goalFacts(geometryOf(board), orderedPosition(board), 'single');
  const progress = { histogram: [1, 2], first: [], seconds: 0.5, details: { generation: 0, sections: [] } };
  mkdirSync(folder);
  await writeSavedRun(folder, {
    store,
    engine: 'boards',
    facts,
    table: true,
    antipodes: 20,
    output: null,
    ...progress,
  });
}

const CONTENTS: Readonly<Record<string, (cwd: string) => unknown>> = {
  'a folder without a run': (cwd) => writeFileSync(join(cwd, 'file'), ''),
  'ck holds a checkpoint of 3x3': (cwd) => save(join(cwd, 'ck'), '3x3', 'memory'),
  'ck holds a run of 3x3 on disk': (cwd) => save(join(cwd, 'ck'), '3x3', 'disk'),
  'ck holds a checkpoint of the map ..#/.../#..': async (cwd) => {
    writeFileSync(join(cwd, 'map.txt'), '#..\n...\n..#\n');
    await save(join(cwd, 'ck'), '..#/.../#..', 'memory');
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
  'w holds a checkpoint of 3x3': (cwd) => save(join(cwd, 'w'), '3x3', 'memory'),
};

/** Returns the files of a folder with their contents. */
function filesOf(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => `${name} ${readFileSync(join(parentPath, name), 'base64')}`);
}

describe.each(SECTIONS)('%s:', (contents, ...lines) => {
  let cwd: string;
  beforeAll(async () => {
    cwd = mkdtempSync(join(tmpdir(), 'antipode-'));
    await CONTENTS[contents](cwd);
  });
  afterAll(() => rmSync(cwd, { recursive: true }));

  const rows = lines.flatMap((line, index) => (index % 2 === 0 ? [[line, lines[index + 1].trim()] as const] : []));
  test.each(rows)('%s is refused', async (line, message) => {
    const words = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
    const before = filesOf(cwd);
    expect(await antipode(words, { cwd })).toMatchObject({ status: 2, out: '', err: `antipode: ${message}\n` });
    expect(filesOf(cwd)).toEqual(before);
  });
});
