import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { TableError } from '#src/table/contents.js';
import { openWalker } from '../../board-walkers.js';
import { FULL, rows } from '../../suite.js';
import { antipodeProcess } from '../process.js';
import { antipode, temporaryFolder } from '../run.js';

describe('antipode explore', () => {
  test.each(rows(['3x3', '2x5', 'hanoi:4,6', 'solitaire:6,4', 'burnt-pancake:6'], []))(
    'keeps %s within 80 columns, without colours in a pipe',
    async (board) => {
      const env = { TERM: 'xterm-256color', CI: 'true', FORCE_COLOR: undefined };
      const { out } = await antipodeProcess(['explore', board], { cwd: temporaryFolder(), env });
      expect(out).not.toContain('\u001b');
      for (const line of out.split('\n')) expect([...line].length).toBeLessThanOrEqual(80);
    },
  );

  test('reports before enumerating that a file of any goal cannot be written', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'out/3x3-blank-4.table'), { recursive: true });
    const { status, out, err } = await antipode(['explore', '3x3', '--all-goals'], { cwd });
    expect(err).toBe('antipode: out/3x3-blank-4.table is a folder, but must be a file: choose another --output\n');
    expect(status).toBe(2);
    expect(out).toBe('');
    expect(readdirSync(join(cwd, 'out'))).toEqual(['3x3-blank-4.table']);
  });

  test('refuses a space that does not fit into memory, before anything is written', async () => {
    const cwd = temporaryFolder();
    const { status, err } = await antipode(['explore', '2x8'], { cwd });
    expect(err).toMatch(
      /^antipode: 2x8 needs 2\.79 TB of memory for its bitsets and about [^\n]*, but only [^\n]* are free on this machine; --plan prints the needs, and antipode solve finds single solutions without exploring\n$/,
    );
    expect(status).toBe(1);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test.each(
    rows(
      [
        ['exit', 'worker exited with code: 3'],
        ['throw', 'the worker was hit'],
      ],
      [],
    ),
  )('fails where a worker dies in the middle of a layer (%s)', async (how, reason) => {
    const cwd = temporaryFolder();
    const preload = fileURLToPath(new URL('../../fixtures/dying-worker.cjs', import.meta.url));
    const { status, out, err } = await antipodeProcess(['explore', '3x4', '--threads', '2'], {
      cwd,
      nodeOptions: ['--require', preload],
      env: { DYING: how },
    });
    expect(err).toContain(
      `antipode: a worker thread failed in the middle of a layer, so there is no result: ${reason}\n`,
    );
    expect(status).toBe(1);
    expect(out).toBe('');
    expect(readdirSync(join(cwd, 'out'))).toEqual([]);
  });

  test.runIf(FULL)('continues if nothing reads its messages', async () => {
    const cwd = temporaryFolder();
    const { status, out } = await antipodeProcess(['explore', '2x4', '--json'], {
      cwd,
      during: (child) => child.stderr?.destroy(),
    });
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ maxDepth: 36 });
  });

  /** Sends a signal `delay` milliseconds after the first message. */
  const signalAfter = (signal: NodeJS.Signals, delay: number) => (child: ChildProcess) => {
    child.stderr?.once('data', async () => {
      await setTimeout(delay);
      child.kill(signal);
    });
  };

  test.each(
    rows(
      [
        ['SIGINT', 130],
        ['SIGTERM', 143],
      ] as const,
      [],
    ),
  )('ends immediately on %s with status %i, and leaves no half-written file', async (signal, expected) => {
    const statuses: (number | null)[] = [];
    for (const delay of [20, 100, 200, 400]) {
      const cwd = temporaryFolder();
      const ended = await antipodeProcess(['explore', '2x6', '--threads', '2'], {
        cwd,
        during: signalAfter(signal, delay),
      });
      const { status, out } = ended;
      // A fast machine may have finished by then, and while Node ends, the system handles signals again.
      if (status !== expected) {
        expect(status ?? ended.signal).toBe(status === null ? signal : 0);
        expect(out).toContain('maximum depth');
        expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['2x6.json', '2x6.table']);
      }
      statuses.push(status);
      expect(readdirSync(join(cwd, 'out')).filter((name) => name.includes('.tmp'))).toEqual([]);
    }
    expect(statuses).toContain(expected);
  });

  test.runIf(FULL)('ends immediately on SIGINT between the goals too, and leaves no half-written file', async () => {
    let ended = 0;
    for (const delay of [50, 150, 300, 450, 600, 900]) {
      const cwd = temporaryFolder();
      const { status } = await antipodeProcess(['explore', '2x6', '--all-goals', '--threads', '2'], {
        cwd,
        during: signalAfter('SIGINT', delay),
      });
      if (status === 130) ended++;
      for (const name of readdirSync(join(cwd, 'out'))) {
        expect(name).toMatch(/^2x6(-blank-(9|10)|-all-goals)?\.(table|json)$/);
        if (name.endsWith('.table')) openWalker(join(cwd, 'out', name)).close();
      }
    }
    expect(ended).toBeGreaterThan(0);
  });

  test.runIf(FULL)('leaves only complete tables when it is killed', async () => {
    let killed = 0;
    let partial = 0;
    const check = (cwd: string) => {
      for (const name of readdirSync(join(cwd, 'out'))) {
        const whole = opens(join(cwd, 'out', name));
        // A file with the name of a table is complete. An unfinished file has another name, and a wrong length, unless the
        // process was killed between its last byte and its renaming.
        if (name === '3x4.table') expect(whole).toBe(true);
        else expect(name).toMatch(/^(\.3x4\.(table|json)\.\d+-[0-9a-f]{12}\.tmp|3x4\.json)$/);
        if (!whole) partial++;
      }
    };
    for (let delay = 20; delay <= 1000; delay *= 2) {
      const cwd = temporaryFolder();
      const { signal } = await antipodeProcess(['explore', '3x4', '--threads', '2'], {
        cwd,
        during: signalAfter('SIGKILL', delay),
      });
      if (signal === 'SIGKILL') killed++;
      check(cwd);
    }
    expect(killed).toBeGreaterThan(0);
    // Then while the table is being written, on machines of any speed.
    partial = 0;
    for (let attempts = 0; partial === 0; attempts++) {
      expect(attempts).toBeLessThan(20);
      const cwd = temporaryFolder();
      const begun = () =>
        readdirSync(cwd, { recursive: true, encoding: 'utf8' }).some(
          (name) => /\.table\.[^.]+\.tmp$/.test(name) && sizeOf(join(cwd, name)) > 1e6,
        );
      const killWhileWriting = async (child: ChildProcess) => {
        while (child.exitCode === null && !begun()) await setTimeout(1);
        child.kill('SIGKILL');
      };
      await antipodeProcess(['explore', '3x4', '--threads', '2'], { cwd, during: killWhileWriting });
      check(cwd);
    }
  });
});

/** Returns the length of a file; 0 if it has just been removed. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Returns true if a file is a complete table, which can be opened and queried. */
function opens(path: string): boolean {
  try {
    using table = openWalker(path);
    expect(table.distance('1 2 3 4 5 6 7 8 x 9 10 11')).toBe(3);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(TableError);
    return false;
  }
}

test('antipode without a command lists the commands', async () => {
  const { status, err } = await antipode([], { cwd: temporaryFolder() });
  expect([status, err.includes('explore')]).toEqual([2, true]);
});
