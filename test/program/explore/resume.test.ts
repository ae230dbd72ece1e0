import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ExploreEvent, StoppedError } from '#src/runs/exploration/exploration.js';
import { type CheckpointedOptions, exploreWithCheckpoints } from '../../board-exploration.js';
import { antipode, temporaryFolder, wordsOf } from '../run.js';
import { saveRun } from '../saved.js';

describe('antipode explore --resume', () => {
  test('reports that the saved run is damaged', async () => {
    const cwd = temporaryFolder();
    await saveRun(join(cwd, 'ck'), '3x3');
    const bytes = readFileSync(join(cwd, 'ck/manifest'));
    bytes[40] ^= 1;
    writeFileSync(join(cwd, 'ck/manifest'), bytes);
    const { status, err } = await antipode(['explore', '--resume', 'ck'], { cwd });
    expect(err).toMatch(/^antipode: ck\/manifest: [^\n]* is damaged: its checksum does not match\n$/);
    expect(status).toBe(1);
  });

  /** Begins a run, and stops it after its tenth layer. */
  async function stopped(options: CheckpointedOptions): Promise<void> {
    const stop = new AbortController();
    const onEvent = (event: ExploreEvent) => {
      if (event.type === 'layer' && event.depth === 10) stop.abort();
    };
    const run = exploreWithCheckpoints({ ...options, everySeconds: 0, threads: 1, stop: stop.signal, onEvent });
    await expect(run).rejects.toThrow(StoppedError);
  }

  test('writes the results to the output folder of the run, even if called from another folder', async () => {
    const cwd = temporaryFolder();
    const goal = '1 2 3 4 x 5 6 7 8';
    await stopped({
      board: '3x3',
      goal,
      metric: 'multi',
      antipodes: 3,
      folder: join(cwd, 'ck'),
      output: join(cwd, 'there'),
    });
    mkdirSync(join(cwd, 'elsewhere'));
    // The options repeat those of the run, and --checkpoint names its folder by another path.
    const words = wordsOf(
      `explore 3x3 --goal "${goal}" --metric multi --store memory --checkpoint ../elsewhere/../ck --resume ../ck --json`,
    );
    const { status, out, err } = await antipode(words, { cwd: join(cwd, 'elsewhere') });
    expect(status).toBe(0);
    // As when the run was begun.
    expect(err).toContain('\ncheckpoints in ../ck as often as possible, ');
    expect(err).toMatch(/\n3x3, metric multi, goal 1 2 3 4 x 5 6 7 8: resuming from depth \d+, saved in \.\.\/ck\n$/);
    const result = JSON.parse(out);
    expect(result).toMatchObject({ space: '3x3-multi-blank-4', goal, metric: 'multi', states: 181440 });
    expect(result.antipodes).toHaveLength(3);
    expect(result.table).toBe(join(cwd, 'there/3x3-multi-blank-4.table'));
    expect(readdirSync(cwd).sort()).toEqual(['elsewhere', 'there']);
    expect(readdirSync(join(cwd, 'there')).sort()).toEqual(['3x3-multi-blank-4.json', '3x3-multi-blank-4.table']);
    expect(readdirSync(join(cwd, 'elsewhere'))).toEqual([]);
  });

  test('writes them to another folder on request, without a table if the run makes none', async () => {
    const cwd = temporaryFolder();
    await stopped({ board: '..#/.../#..', table: false, folder: join(cwd, 'ck'), output: join(cwd, 'out') });
    const words = ['explore', '..#/.../#..', '--resume', 'ck', '--output', 'other', '--checkpoint-every', '0.5'];
    const { status, out, err } = await antipode(words, { cwd });
    expect(err).toMatch(/\ncheckpoints in ck every 0\.5 s, /);
    expect(status).toBe(0);
    expect(out).toContain('result              other/map-oox-ooo-xoo.json');
    expect(readdirSync(cwd)).toEqual(['other']);
    expect(readdirSync(join(cwd, 'other'))).toEqual(['map-oox-ooo-xoo.json']);
  });

  test('refuses a folder in use by another process, and keeps unrelated files in it', async () => {
    const cwd = temporaryFolder();
    await stopped({ board: '2x3', folder: join(cwd, 'ck') });
    writeFileSync(join(cwd, 'ck/notes.txt'), 'mine');
    writeFileSync(join(cwd, 'ck/lock'), JSON.stringify({ pid: 1, host: 'another machine', began: '' }));
    const busy = await antipode(['explore', '--resume', 'ck'], { cwd });
    expect(busy.err).toMatch(/antipode: ck is in use by process 1 on another machine: [^\n]*\n$/);
    expect(busy.status).toBe(1);
    rmSync(join(cwd, 'ck/lock'));
    expect((await antipode(['explore', '--resume', 'ck'], { cwd })).status).toBe(0);
    expect(readdirSync(join(cwd, 'ck'))).toEqual(['notes.txt']);
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['2x3.json', '2x3.table']);
  });
});
