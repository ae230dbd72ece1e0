import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { madeOnce } from '../../made-once.js';
import { antipodeProcess } from '../process.js';
import { antipode, temporaryFolder, withoutEffort } from '../run.js';

/** Runs the command for a layer in the folder w. */
function portion(cwd: string, layer: number, ...words: string[]) {
  return antipode(['portion', '--work', 'w', '--threads', '1', '--layer', String(layer), ...words], { cwd });
}

/** Creates a folder whose folder w holds a run of 2x3 with complete layers. */
async function completed(layers: number): Promise<string> {
  const made = await madeOnce(`portion ${layers}`, async (folder) => {
    if (layers === 0) {
      expect(await portion(folder, 0, '2x3', '--finish')).toMatchObject({ status: 0, out: '0\n' });
      return;
    }
    cpSync(await completed(layers - 1), folder, { recursive: true });
    expect(await portion(folder, layers, '--portion', '0')).toMatchObject({ status: 0, out: '' });
    expect(await portion(folder, layers, '--finish')).toMatchObject({ status: 0, out: '0\n' });
  });
  const cwd = temporaryFolder();
  cpSync(made, cwd, { recursive: true });
  return cwd;
}

describe('antipode portion', () => {
  test('makes one portion at a time, and completes layers, until explore --resume writes table and result', async () => {
    const cwd = temporaryFolder();
    const alone = await antipode(['explore', '1x4', '--output', 'alone', '--json'], { cwd });
    const begun = await portion(cwd, 0, '1x4', '--finish', '--output', 'o');
    expect(begun).toMatchObject({ status: 0, out: '0\n', err: 'layer 0 is complete: 1 state\n' });
    for (let layer = 1; ; layer++) {
      const made = await portion(cwd, layer, '--portion', '0', '--memory', '100MB');
      expect(made).toMatchObject({ status: 0, out: '' });
      expect(made.err).toMatch(
        new RegExp(
          `^layer ${layer}, portion 0: [\\d.]+ (bytes|[KM]B) read, [\\d.]+ (bytes|[KM]B) written in [\\d.]+ s\\n$`,
        ),
      );
      const { status, out, err } = await portion(cwd, layer, '--finish');
      expect(status).toBe(0);
      if (out === '') {
        const end = 'all layers are complete; to write the table and the result: antipode explore --resume w\n';
        expect(err).toBe(`layer ${layer} is complete: 1 state\n${end}`);
        break;
      }
      expect(out).toBe('0\n');
    }
    const resumed = await antipode(['explore', '--resume', 'w', '--json'], { cwd });
    expect(resumed.status).toBe(0);
    const { bytes: _, ...result } = withoutEffort(resumed.out);
    expect(withoutEffort(alone.out)).toMatchObject({ ...result, table: 'alone/1x4.table' });
    expect(readFileSync(join(cwd, 'o/1x4.table')).equals(readFileSync(join(cwd, 'alone/1x4.table')))).toBe(true);
    expect(readdirSync(cwd).sort()).toEqual(['alone', 'o']);
  });

  test('reports portions that are already made, and layers that are already complete', async () => {
    const cwd = await completed(1);
    await portion(cwd, 2, '--portion', '0-9');
    expect(await portion(cwd, 2, '--portion', '0')).toMatchObject({
      status: 0,
      out: '',
      err: 'layer 2, portion 0: already made\n',
    });
    expect(await portion(cwd, 1, '--portion', '0')).toMatchObject({
      status: 0,
      out: '',
      err: 'layer 1 is already complete: nothing is left to do\n',
    });
    // A batch script may need the portions of a layer that another one has completed.
    expect(await portion(cwd, 1, '--finish')).toMatchObject({ status: 0, out: '0\n', err: '' });
    expect(await portion(cwd, 0, '2x3', '--finish')).toMatchObject({
      status: 1,
      out: '',
      err: 'antipode: layer 0 is not the latest, layer 1 is complete: use --layer 1 --finish\n',
    });
  });

  test('is resumed by the same command if it was killed before the file of the goal was written', async () => {
    const cwd = await completed(0);
    rmSync(join(cwd, 'w/visited-0-0'));
    expect(await portion(cwd, 0, '2x3', '--finish')).toMatchObject({ status: 0, out: '0\n' });
    expect(readdirSync(join(cwd, 'w')).sort()).toEqual(['manifest-0', 'visited-0-0']);
  });

  test('names a damaged file of an older layer', async () => {
    const cwd = await completed(3);
    const path = join(cwd, 'w/visited-0-3');
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, 100));
    const { status, out, err } = await portion(cwd, 4, '--portion', '0');
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(/^antipode: w\/visited-0-3[^\n]*\n$/);
  });

  test('waits for missing portions, and completes the layer when they are made', async () => {
    const cwd = await completed(2);
    let made: Promise<unknown> | undefined;
    const { status, out, err } = await antipodeProcess(['portion', '--work', 'w', '--layer', '3', '--finish'], {
      cwd,
      during: (child) => child.stderr?.once('data', () => (made = portion(cwd, 3, '--portion', '0'))),
    });
    expect(await made).toMatchObject({ status: 0 });
    expect({ status, out }).toEqual({ status: 0, out: '0\n' });
    expect(err).toMatch(/^layer 3: waiting up to 60 s for portion 0\nlayer 3 is complete: \d+ states\n$/);
  });

  test('lists the portions that are still missing after a minute', async () => {
    const cwd = await completed(2);
    let now = performance.now();
    // Each look at the clock takes ten seconds.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10_000));
    onTestFinished(() => clock.mockRestore());
    expect(await portion(cwd, 3, '--finish')).toEqual({
      status: 1,
      signal: null,
      out: '',
      err:
        'layer 3: waiting up to 60 s for portion 0\n' +
        'antipode: layer 3 is not complete, missing or damaged: portion 0; make them with --portion <n>, then repeat --finish\n',
    });
  });

  test('lists damaged portions immediately', async () => {
    const cwd = await completed(2);
    await portion(cwd, 3, '--portion', '0');
    const path = join(cwd, 'w/visited-0-3');
    const bytes = readFileSync(path);
    writeFileSync(path, '');
    const { status, out, err } = await portion(cwd, 3, '--finish');
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(/^antipode: layer 3 is not complete, missing or damaged: portion 0; [^\n]*\n$/);
    await portion(cwd, 3, '--portion', '0');
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });
});
