/** Two simultaneous writers of the same file: each writes its own temporary file, and the last complete one stays. */

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryName, writeWhole } from '#src/files/files.js';
import { antipodeProcess, CLI } from '../program/process.js';
import { antipode, temporaryFolder } from '../program/run.js';
import { FULL } from '../suite.js';

const preload = fileURLToPath(new URL('../fixtures/meeting-writers.cjs', import.meta.url));

/** True if processes can have the same number, as in containers. */
const CAN_SHARE_NUMBERS = spawnSync('unshare', ['-rpf', 'true']).status === 0;
const LEFT_OUT = CAN_SHARE_NUMBERS ? '' : ' (left out: no process can have a separate number space here)';

/** Expects that both succeed, and that their files are complete and correct. */
async function expectWhole(cwd: string, statuses: readonly (number | null)[]) {
  expect(statuses).toEqual([0, 0]);
  expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['3x3.json', '3x3.table']);
  expect(JSON.parse(readFileSync(join(cwd, 'out/3x3.json'), 'utf8'))).toMatchObject({ maxDepth: 31 });
  const { status, err } = await antipode(['verify', 'out/3x3.table'], { cwd });
  expect(err).not.toContain('antipode:');
  expect(status).toBe(0);
}

/** Creates a folder, with a subfolder in which two processes wait for each other. */
function meetingPlace() {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'meeting'));
  return { cwd, env: { MEETING: join(cwd, 'meeting') } };
}

test.runIf(FULL || !CAN_SHARE_NUMBERS)('two processes that explore the same board into the same folder', async () => {
  const { cwd, env } = meetingPlace();
  const explore = () => antipodeProcess(['explore', '3x3'], { cwd, env, nodeOptions: ['--require', preload] });
  const both = await Promise.all([explore(), explore()]);
  await expectWhole(
    cwd,
    both.map(({ status }) => status),
  );
});

test.skipIf(!CAN_SHARE_NUMBERS)(`two processes with the same number that do so${LEFT_OUT}`, async () => {
  const { cwd, env } = meetingPlace();
  const explore = () =>
    new Promise<number | null>((resolve, reject) => {
      const words = ['-rpf', process.execPath, '--require', preload, CLI, 'explore', '3x3'];
      const child = spawn('unshare', words, { cwd, env: { ...process.env, ...env }, stdio: 'ignore' });
      child.on('error', reject).on('close', resolve);
    });
  await expectWhole(cwd, await Promise.all([explore(), explore()]));
});

test('within a process the second writer is refused, and the first one is not disturbed', async () => {
  const path = join(temporaryFolder(), 'file');
  let second: Promise<void> | undefined;
  await writeWhole(path, async (write) => {
    await write(Buffer.from('whole'), 0);
    second = writeWhole(path, (writeAgain) => writeAgain(Buffer.from('other'), 0));
    await expect(second).rejects.toThrow(`EEXIST: file already exists, open '${temporaryName(path)}'`);
  });
  expect(readFileSync(path, 'utf8')).toBe('whole');
  expect(readdirSync(join(path, '..'))).toEqual([basename(path)]);
});
