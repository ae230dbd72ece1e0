import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ExploreEvent, StoppedError } from '#src/runs/exploration/exploration.js';
import { type SavedRun, writeSavedRun } from '#src/runs/exploration/saved-run.js';
import { type Board, makeBoard, parseMap } from '#src/spaces/board/board.js';
import { geometryOf } from '#src/spaces/board/numbering.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { goalFacts } from '#src/spaces/board-facts.js';
import { type CheckpointedOptions, exploreWithCheckpoints } from '../../board-exploration.js';
import { antipode, temporaryFolder } from '../run.js';

type SavedOptions = Partial<SavedRun> & { readonly board?: Board };

/** Returns the manifest of a run of 3x3, as far as options are compared with it. */
function saved({ board = makeBoard(3, 3), ...run }: SavedOptions = {}): SavedRun {
  return {
    store: 'memory',
    engine: 'boards',
    facts: goalFacts(geometryOf(board), orderedPosition(board), 'single'),
    table: true,
    antipodes: 20,
    output: null,
    histogram: [1, 2],
    first: [],
    seconds: 0.5,
    details: { generation: 0, sections: [] },
    ...run,
  };
}

/** Creates the folder of a run. */
async function folderOf(cwd: string, name: string, run?: SavedOptions): Promise<void> {
  mkdirSync(join(cwd, name));
  await writeSavedRun(join(cwd, name), saved(run));
}

const LEAVE_OUT = 'leave that out, or name another folder';

describe('antipode explore --resume', () => {
  test.each([
    [['3x4'], `ck holds a run of board 3x3, but the command asks for 3x4: ${LEAVE_OUT}`],
    [['..#/...'], `ck holds a run of board 3x3, but the command asks for ..#/...: ${LEAVE_OUT}`],
    [
      ['--goal', '1 2 3 4 x 5 6 7 8'],
      `ck holds a run of goal 1 2 3 4 5 6 7 8 x, but the command asks for 1 2 3 4 x 5 6 7 8: ${LEAVE_OUT}`,
    ],
    [['3x3', '--metric', 'multi'], `ck holds a run of metric single, but the command asks for multi: ${LEAVE_OUT}`],
    [['--store', 'disk'], `ck holds a run of store memory, but the command asks for disk: ${LEAVE_OUT}`],
    [['--goal', '1 2 3'], "a position of 3x3 has 9 tiles with the blank, found 3: '1 2 3'"],
    [['3x'], "a board is written ROWSxCOLUMNS, such as 3x4; found '3x'"],
    [['pancake:5'], `ck holds a run of space 3x3, but the command asks for pancake:5: ${LEAVE_OUT}`],
    ...(
      [
        ['--no-table'],
        ['--antipodes', '5'],
        ['--all-goals'],
        ['--start', 'x'],
        ['--generators', 'x'],
        ['--method', 'general'],
      ] as const
    ).map((options): [readonly string[], string] => {
      const [option] = options;
      const named = option === '--method' ? '--method general' : option;
      return [
        options,
        `--resume continues a run with the options that it began with: leave out ${named}, or begin another run`,
      ];
    }),
    [['--checkpoint', 'other'], '--resume continues the run in ck, found --checkpoint other: leave out --checkpoint'],
    [['--work', 'other'], '--resume continues the run in ck, found --work other: leave out --work'],
    [['--memory', '1e9'], '--memory is for runs on disk, and the saved one is in memory: leave it out'],
    [['--checkpoint-every', 'x'], "--checkpoint-every must be a number of seconds, 0 or more, such as 300, found 'x'"],
    [['--threads', '0'], "--threads must be a whole number from 1 to 256, found '0'"],
    [['--log', 'ck'], 'the log ck cannot be written (EISDIR): choose another --log'],
  ] as const)('refuses %j', async (words, message) => {
    const cwd = temporaryFolder();
    await folderOf(cwd, 'ck');
    const before = readFileSync(join(cwd, 'ck/manifest'));
    const { status, out, err } = await antipode(['explore', '--resume', 'ck', ...words], { cwd });
    expect(err.split('\n').at(-2)).toBe(`antipode: ${message}`);
    expect(status).toBe(2);
    expect(out).toBe('');
    expect(readdirSync(join(cwd, 'ck'))).toEqual(['manifest']);
    expect(readFileSync(join(cwd, 'ck/manifest')).equals(before)).toBe(true);
  });

  test.each([
    [
      ['--checkpoint-every', '5'],
      { store: 'disk' },
      '--checkpoint-every is for runs in memory, and the saved one is on disk, where every layer is saved: leave it out',
    ],
    [
      ['--map', 'map.txt'],
      { board: parseMap('..#/.../#..', 'map') },
      `ck holds a run of board ..#/.../#.., but the command asks for #../.../..#: ${LEAVE_OUT}`,
    ],
  ] as const)('refuses %j, of another run', async (words, run, message) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'map.txt'), '#..\n...\n..#\n');
    await folderOf(cwd, 'ck', run);
    const { status, err } = await antipode(['explore', '--resume', 'ck', ...words], { cwd });
    expect(err).toBe(`antipode: ${message}\n`);
    expect(status).toBe(2);
  });

  test('reports that there is nothing to resume, or that the saved run is damaged', async () => {
    const cwd = temporaryFolder();
    for (const folder of ['none', '.', '']) {
      const { status, err } = await antipode(['explore', '--resume', folder], { cwd });
      expect(err).toBe(
        folder === ''
          ? "antipode: --resume must be the name of a folder, found ''\n"
          : `antipode: there is nothing to resume in '${folder}': give the folder of --checkpoint or --work\n`,
      );
      expect(status).toBe(2);
    }
    await folderOf(cwd, 'ck');
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
    const words = [
      '3x3',
      '--goal',
      goal,
      '--metric',
      'multi',
      '--store',
      'memory',
      '--checkpoint',
      '../elsewhere/../ck',
    ];
    const { status, out, err } = await antipode(['explore', ...words, '--resume', '../ck', '--json'], {
      cwd: join(cwd, 'elsewhere'),
    });
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
    await stopped({ board: '3x3', folder: join(cwd, 'ck') });
    writeFileSync(join(cwd, 'ck/notes.txt'), 'mine');
    writeFileSync(join(cwd, 'ck/lock'), JSON.stringify({ pid: 1, host: 'another machine', began: '' }));
    const busy = await antipode(['explore', '--resume', 'ck'], { cwd });
    expect(busy.err).toMatch(/antipode: ck is in use by process 1 on another machine: [^\n]*\n$/);
    expect(busy.status).toBe(1);
    rmSync(join(cwd, 'ck/lock'));
    expect((await antipode(['explore', '--resume', 'ck'], { cwd })).status).toBe(0);
    expect(readdirSync(join(cwd, 'ck'))).toEqual(['notes.txt']);
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['3x3.json', '3x3.table']);
  });
});
