import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { shellCommand } from '#src/base/text.js';
import { main } from '#src/program/main.js';
import { readSavedRun } from '#src/runs/disk/saved-run.js';
import { outlineOf } from '#src/space/space.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import { capturedIo } from '../../captured-io.js';
import { fixtureSpace, ringModule } from '../../spaces.js';
import { FULL, rows } from '../../suite.js';
import { antipodeProcess, CLI } from '../process.js';
import { antipode, linesOf, moduleFile, temporaryFolder, whenWritten, withoutEffort } from '../run.js';
import { saveRun } from '../saved.js';

/**
 * A ring that waits at each state from depth 40 on while there is a file slow beside it, which holds the milliseconds, so that a run cannot end
 * before its signal. That costs no processor time. The space is checked before the folder has a manifest.
 */
const SLOW = `if (state === 40 && existsSync(slow) && ['a run', 'ck'].some((folder) => existsSync(folder + '/manifest')))
    pause = Number(readFileSync(slow));
  if (pause > 0) Atomics.wait(cell, 0, 0, pause);`;
const SLOW_RING = `import { existsSync, readFileSync } from 'node:fs';
const slow = new URL('slow', import.meta.url);
let pause = 0; const cell = new Int32Array(new SharedArrayBuffer(4));
${ringModule().replace('{ next[0]', `{ ${SLOW} next[0]`)}`;

const SAVING = ['--checkpoint', 'a run', '--checkpoint-every', '0.05', '--log', 'run.log'];
const RUN = ['explore', './ring.mjs', '--threads', '1', '--json'];
const SAVED = [...RUN, ...SAVING];
const RESUME = ['explore', '--resume', 'a run', '--threads', '1', '--json', '--log', 'run.log'];
const CLEAR_LINE = '\r\u001b[2K';
const GO_ON = "to resume: antipode explore --resume 'a run'";

function folderWithRing(pause = 10): string {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'ring.mjs'), SLOW_RING);
  writeFileSync(join(cwd, 'slow'), String(pause));
  return cwd;
}

describe('antipode explore --checkpoint', () => {
  test('reports the space that checkpoints take, has the same results as without them, and leaves none', async () => {
    const cwd = temporaryFolder();
    const words = ['explore', '2x3', '--json', '--threads', '2'];
    const alone = await antipode([...words, '--output', 'alone'], { cwd });
    const saving = ['--checkpoint', 'ck', '--checkpoint-every', '0', '--log', 'run.log'];
    const { status, out, err } = await antipode([...words, ...saving], { cwd });
    expect(status).toBe(0);
    expect(err).toMatch(
      /^2x3: [^\n]*\ncheckpoints in ck as often as possible, two at a time, of at most [\d.]+ KB each; [\d.]+ [GT]B are free\nif the run is stopped or killed, resume it: antipode explore --resume ck\n$/,
    );
    expect(withoutEffort(out)).toEqual({ ...withoutEffort(alone.out), table: 'out/2x3.table' });
    const table = readFileSync(join(cwd, 'out/2x3.table'));
    expect(table.equals(readFileSync(join(cwd, 'alone/2x3.table')))).toBe(true);
    expect(readdirSync(cwd).sort()).toEqual(['alone', 'out', 'run.log']);
    const lines = linesOf(join(cwd, 'run.log'));
    const layers = lines.filter(({ depth }) => depth !== undefined);
    expect(layers.map(({ fresh }) => fresh)).toEqual(JSON.parse(out).histogram);
    const saved = lines.filter(({ depth }) => depth === undefined);
    expect(saved.length).toBeGreaterThan(0);
    for (const line of saved) expect(Object.keys(line)).toEqual(['checkpoint', 'bytes', 'seconds', 'memory']);
  });

  test.each(
    rows(
      [
        [['./ring.mjs'], 'SIGINT', 130, 40, '0.05'],
        [['2x6'], 'SIGTERM', 143, 20, '0.05'],
        [['pancake:11'], 'SIGINT', 130, 3, '0'],
        [['3x3', '--method', 'general'], 'SIGINT', 130, 3, '0'],
        [[fixtureSpace('pairings').path], 'SIGINT', 130, 3, '0'],
      ] as const,
      [0],
    ),
  )(
    'of %j finishes the layer on %s, saves, prints the command that resumes, ends with status %i, and resumes',
    async (words, signal, expected, at, every) => {
      const cwd = folderWithRing();
      const path = join(cwd, 'run.log');
      const explored = ['explore', ...words, '--json', '--output', 'there'];
      const during = whenWritten(path, new RegExp(`"depth":${at},`), (child) => child.kill(signal));
      const { status, out, err } = await antipodeProcess([...explored, '--threads', '1', ...SAVING.with(3, every)], {
        cwd,
        during,
      });
      expect(status).toBe(expected);
      expect(out).toBe('');
      const [finishing, stopped, ...others] = err.split('\n').slice(3);
      expect(finishing).toMatch(/^finishing the layer of depth \d+ and saving; repeat to stop immediately$/);
      const depth = Number(/depth (\d+)/.exec(stopped)?.[1]);
      expect(stopped).toBe(`antipode: stopped after the layer of depth ${depth}; ${GO_ON}`);
      expect(others).toEqual(['']);
      expect(readdirSync(join(cwd, 'there'))).toEqual([]);
      const begun = readFileSync(path, 'utf8');

      rmSync(join(cwd, 'slow'));
      const resumed = await antipode([...RESUME, '--threads', '2', '--checkpoint-every', '60'], { cwd });
      expect(resumed.err).toMatch(new RegExp(`\n[^\n]*: resuming from depth ${depth}, saved in a run\n$`));
      expect(resumed.status).toBe(0);
      const { threads: _, ...result } = withoutEffort(resumed.out);
      const alone = await antipode([...explored, '--output', 'alone'], { cwd });
      const { threads: __, ...plain } = withoutEffort(alone.out);
      expect(result).toEqual({ ...plain, table: plain.table.replace('alone', 'there') });
      const [table, expectedTable] = [result.table, plain.table].map((made) => readFileSync(join(cwd, made)));
      expect(table.equals(expectedTable)).toBe(true);
      expect(existsSync(join(cwd, 'a run'))).toBe(false);
      // The log is continued.
      expect(readFileSync(path, 'utf8').startsWith(begun)).toBe(true);
      const layers = linesOf(path).filter((line) => line.depth !== undefined);
      expect(layers.map(({ fresh }) => fresh)).toEqual(result.histogram);
      expect(layers.at(-1).found).toBe(result.states);
    },
  );

  test.runIf(FULL)('saves also if the terminal is closed', async () => {
    const cwd = folderWithRing();
    const during = whenWritten(join(cwd, 'run.log'), /"depth":40,/, (child) => {
      child.stderr?.destroy();
      child.kill('SIGHUP');
    });
    const { status } = await antipodeProcess(SAVED, { cwd, during });
    expect(status).toBe(129);
    expect((await readSavedRun(join(cwd, 'a run')))?.histogram.length).toBeGreaterThan(40);
  });

  /** Sends a signal, and another one while the layer is finished or saved. */
  const twice = (child: ChildProcess) => {
    child.stderr?.on('data', async (text: string) => {
      if (!text.includes('finishing')) return;
      child.kill('SIGSTOP');
      // Nearly simultaneous signals count as one.
      await setTimeout(100);
      child.kill('SIGINT');
      child.kill('SIGCONT');
    });
    child.kill('SIGINT');
  };

  test.runIf(FULL)('ends immediately on a second signal, and resumes from the last checkpoint', async () => {
    const cwd = folderWithRing(100);
    const path = join(cwd, 'run.log');
    const { status, out, err } = await antipodeProcess(SAVED, {
      cwd,
      during: whenWritten(path, /"checkpoint":4\d,/, twice),
    });
    expect(err).toMatch(/\nfinishing the layer of [^\n]*\nantipode: stopped immediately; /);
    expect(err.endsWith(`; ${GO_ON}\n`)).toBe(true);
    expect(status).toBe(130);
    expect(out).toBe('');
    const saved = linesOf(path).findLast((line) => line.checkpoint !== undefined).checkpoint;
    rmSync(join(cwd, 'slow'));
    const resumed = await antipode(RESUME, { cwd });
    expect(resumed.status).toBe(0);
    const from = Number(/resuming from depth (\d+),/.exec(resumed.err)?.[1]);
    expect(from).toBeGreaterThanOrEqual(saved);
    expect(JSON.parse(resumed.out).maxDepth).toBe(500);
  });

  test.runIf(FULL && spawnSync('script', ['--version']).status === 0)(
    'fits into the 80 columns of a terminal',
    async () => {
      const cwd = folderWithRing();
      const words = ['explore', './ring.mjs', '--no-table', '--threads', '1', '--log', 'run.log'];
      const saving = ['--checkpoint', 'ck', '--checkpoint-every', '0.05'];
      const command = `stty cols 80; exec ${shellCommand([process.execPath, CLI, ...words, ...saving])}`;
      const terminal = spawn('script', ['-qec', command, '/dev/null'], { cwd });
      let text = '';
      terminal.stdout.setEncoding('utf8').on('data', (more) => (text += more));
      // Ctrl-C, which the terminal converts to a signal.
      const press = whenWritten(join(cwd, 'run.log'), /"depth":40,/, (child) => child.stdin?.write('\u0003'));
      const [[status]] = await Promise.all([once(terminal, 'close'), press(terminal)]);
      expect(status).toBe(130);
      const [announced, ...drawn] = text.split(CLEAR_LINE);
      expect(announced.split('\r\n')).toHaveLength(4);
      const live = drawn.filter((line) => !line.endsWith('\n'));
      expect(live.length).toBeGreaterThan(0);
      // The terminal itself prints ^C for the key.
      for (const line of live) expect(line.replace('^C', '').length).toBeLessThan(80);
      expect(drawn).toContainEqual(expect.stringMatching(/^finishing the layer of depth \d+ and saving; [^\n]*\r\n/));
      const last = text.split('\r\n').at(-2)?.split(CLEAR_LINE).at(-1);
      expect(last).toMatch(/^antipode: stopped after [^\n]*; to resume: antipode explore --resume ck$/);
    },
  );

  test.runIf(FULL)('refuses a folder with an unfinished run, which can be resumed from its beginning', async () => {
    const cwd = folderWithRing(100);
    const words = [...RUN, '--checkpoint', 'a run', '--log', 'run.log'];
    const path = join(cwd, 'run.log');
    const { status, err } = await antipodeProcess(words, { cwd, during: whenWritten(path, /"depth":40,/, twice) });
    expect(err.endsWith(`; ${GO_ON}\n`)).toBe(true);
    expect(status).toBe(130);
    const log = readFileSync(path, 'utf8');
    const again = await antipode(words, { cwd });
    expect(again.err).toMatch(/\nantipode: a run holds [^\n]*--resume[^\n]*\n$/);
    expect(again.status).toBe(1);
    expect(readFileSync(path, 'utf8')).toBe(log);
    rmSync(join(cwd, 'slow'));
    const resumed = await antipode(RESUME, { cwd });
    expect(resumed.err).toContain('resuming from depth 0,');
    expect(resumed.status).toBe(0);
    expect(readdirSync(cwd).sort()).toEqual(['out', 'ring.mjs', 'run.log']);
  });

  test.runIf(FULL)(
    'keeps the checkpoint if the results cannot be written, and writes them when the run is resumed',
    async () => {
      const cwd = folderWithRing(1);
      const table = `out/${moduleFile(join(cwd, 'ring.mjs'))}.table`;
      const during = whenWritten(join(cwd, 'run.log'), /"checkpoint"/, () => {
        mkdirSync(join(cwd, table));
      });
      const { status, out, err } = await antipodeProcess(SAVED, { cwd, during });
      expect(status).toBe(1);
      expect(JSON.parse(out)).toMatchObject({ maxDepth: 500, table: null });
      expect(err).toMatch(
        /\nantipode: out\/ring-\w+\.table could not be written: EISDIR[^\n]*; what is saved, up to depth \d+, is kept; to resume once that is fixed: antipode explore --resume 'a run'\n$/,
      );
      rmdirSync(join(cwd, table));
      const resumed = await antipode(RESUME, { cwd });
      expect(resumed.status).toBe(0);
      expect(JSON.parse(resumed.out)).toMatchObject({ maxDepth: 500, table });
      expect(readdirSync(cwd).sort()).toEqual(['out', 'ring.mjs', 'run.log', 'slow']);
    },
  );

  test('that is stopped after the results are written says so', async () => {
    const cwd = temporaryFolder();
    const { io, stderr } = capturedIo();
    let act: (status: number) => boolean = () => false;
    const answerSignals = (answer: typeof act) => {
      act = answer;
    };
    const words = ['explore', '2x3', '--checkpoint', join(cwd, 'ck'), '--output', join(cwd, 'out')];
    expect(await main(words, { ...io, answerSignals })).toBe(0);
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['2x3.json', '2x3.table']);
    expect(act(130)).toBe(true);
    expect(stderr.text().endsWith('\nantipode: stopped immediately; the results are written\n')).toBe(true);
  });

  test.runIf(FULL)(
    'ends immediately while the results are written, and writes them when the run is resumed',
    async () => {
      const cwd = temporaryFolder();
      const preload = fileURLToPath(new URL('../../fixtures/interrupted-call.cjs', import.meta.url));
      const { status, out, err } = await antipodeProcess(['explore', '3x3', '--checkpoint', 'ck'], {
        cwd,
        nodeOptions: ['--require', preload],
        env: { CALL: 'write', FILE: '.table.', UV_THREADPOOL_SIZE: '1' },
      });
      expect(status).toBe(130);
      expect(out).toBe('');
      expect(err).toMatch(
        /^3x3: [^\n]*\ncheckpoints in [^\n]*\nif the run is [^\n]*\nantipode: stopped immediately; to resume: antipode explore --resume ck\n$/,
      );
      expect(readdirSync(join(cwd, 'out'))).toEqual([]);
      expect((await antipode(['explore', '--resume', 'ck'], { cwd })).status).toBe(0);
      expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['3x3.json', '3x3.table']);
      expect(readdirSync(cwd)).toEqual(['out']);
    },
  );

  test('of a space that contradicts itself ends with the contradiction', async () => {
    const cwd = temporaryFolder();
    const throwing = readFileSync(fixtureSpace('one-way').path, 'utf8').replace(
      'next[0] =',
      "if (state === 20_000) throw new Error('no way'); next[0] =",
    );
    writeFileSync(join(cwd, 'throwing.mjs'), throwing);
    const words = ['explore', './throwing.mjs', '--checkpoint', 'ck', '--checkpoint-every', '0'];
    const { status, err } = await antipode(words, { cwd });
    expect(err).toMatch(/\nantipode: the space one way contradicts its interface, [^\n]*no way[^\n]*\n$/);
    expect(status).toBe(2);
  });

  test.each([
    ['is removed', '', ''],
    [
      'is replaced by a file',
      'writeFileSync(ck, "");',
      /\nantipode: ck cannot be read \(ENOTDIR\); the results are written, so ck may be removed by hand\n$/,
    ],
    [
      'has a folder with the name of a file of its own',
      'mkdirSync(join(ck, "visited-9/kept"), { recursive: true });',
      /\nantipode: the files in ck could not be removed: visited-9: [^\n]*; the results are written, so ck may be removed by hand\n$/,
    ],
  ])('of a folder that %s meanwhile ends with all results', async (_, replace, line) => {
    const cwd = temporaryFolder();
    const change = `if (state === 300 && existsSync(join(ck, 'manifest'))) { rmSync(ck, { recursive: true }); ${replace} }`;
    const ring = ringModule().replace('{ next[0]', `{ ${change} next[0]`);
    const imports = `import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'; import { join } from 'node:path'; const ck = ${JSON.stringify(join(cwd, 'ck'))};`;
    writeFileSync(join(cwd, 'ring.mjs'), `${imports}\n${ring}`);
    const { status, out, err } = await antipode(['explore', './ring.mjs', '--checkpoint', 'ck', '--json'], { cwd });
    expect(err).toMatch(line);
    expect(err.split('\n')).toHaveLength(line === '' ? 4 : 5);
    expect([status, JSON.parse(out).maxDepth]).toEqual([0, 500]);
    expect(readdirSync(join(cwd, 'out'))).toHaveLength(2);
  });

  test('of a folder that is exchanged for that of another run meanwhile keeps the other run', async () => {
    const cwd = temporaryFolder();
    const facts = outlineOf(await openNumberedSpace({ kind: 'known', space: 'knight:8' }));
    await saveRun(join(cwd, 'other'), facts, { engine: 'general', histogram: [1, 2, 9] });
    const [ck, begun, mine, other] = ['ck', 'ck/manifest', 'mine', 'other'].map((name) =>
      JSON.stringify(join(cwd, name)),
    );
    const change = `if (state === 300 && existsSync(${begun}) && existsSync(${other})) { renameSync(${ck}, ${mine}); renameSync(${other}, ${ck}); }`;
    const ring = ringModule().replace('{ next[0]', `{ ${change} next[0]`);
    writeFileSync(join(cwd, 'ring.mjs'), `import { existsSync, renameSync } from 'node:fs';\n${ring}`);
    const { status, err } = await antipode(['explore', './ring.mjs', '--checkpoint', 'ck'], { cwd });
    expect([status, err]).toEqual([
      0,
      expect.stringMatching(/\nantipode: ck now holds a run of knight:8, which is kept\n$/),
    ]);
    expect((await readSavedRun(join(cwd, 'ck')))?.histogram).toEqual([1, 2, 9]);
  });

  test.each([[['--checkpoint', 'ck']], [['--store', 'disk', '--work', 'ck']]])(
    '%j begins again if a process was killed before it had saved anything',
    async (options) => {
      const cwd = temporaryFolder();
      mkdirSync(join(cwd, 'ck'));
      const owner = { pid: 2 ** 22 + 1, host: hostname(), began: '1' };
      writeFileSync(join(cwd, 'ck/lock'), JSON.stringify(owner));
      writeFileSync(join(cwd, 'ck/.manifest.4194305-0123456789ab.tmp'), 'half');
      const resumed = await antipode(['explore', '--resume', 'ck'], { cwd });
      expect(resumed.err).toBe(
        "antipode: a run began in 'ck', but has saved nothing yet: if it was killed, begin it again in the same folder\n",
      );
      expect(resumed.status).toBe(2);
      expect((await antipode(['explore', '2x3', ...options], { cwd })).status).toBe(0);
      expect(readdirSync(cwd)).toEqual(['out']);
    },
  );
});
