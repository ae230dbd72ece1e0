import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StorageError } from '#src/files/files.js';
import { lockFolder } from '#src/files/folder-lock.js';
import { CAN_MOUNT, LEFT_OUT } from '../faults/small-disk.js';
import { temporaryFolder } from '../program/run.js';
import { count } from '../suite.js';

const HOLDER = fileURLToPath(new URL('../fixtures/lock-holder.mjs', import.meta.url));

/** Another process, which locks folders on request. */
class Holder {
  readonly process: ChildProcess;
  readonly #answers: AsyncIterator<string>;

  constructor() {
    this.process = spawn(process.execPath, [HOLDER], { stdio: ['pipe', 'pipe', 'inherit'] });
    const { stdout } = this.process;
    if (stdout === null) throw new Error('the process has no standard output');
    this.#answers = createInterface({ input: stdout })[Symbol.asyncIterator]();
    onTestFinished(() => void this.process.kill('SIGKILL'));
  }

  async lock(folder: string): Promise<string> {
    this.process.stdin?.write(`${folder}\n`);
    return (await this.#answers.next()).value;
  }

  release(): Promise<string> {
    return this.lock('');
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await once(this.process, 'exit');
  }
}

describe('a folder in use by another process', () => {
  test('is refused with the number of that process, until it is killed', async () => {
    const folder = temporaryFolder();
    const holder = new Holder();
    expect(await holder.lock(folder)).toBe('held');
    const error = await lockFolder(folder).catch((refused) => refused);
    expect(error).toBeInstanceOf(StorageError);
    expect(error.message).toBe(
      `${folder} is in use by process ${holder.process.pid} on ${hostname()}: choose another folder, or wait until it ends (if there is no such process, remove ${join(folder, 'lock')})`,
    );
    await holder.kill();
    expect(existsSync(join(folder, 'lock'))).toBe(true);
    (await lockFolder(folder)).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is free when that process releases it', async () => {
    const folder = temporaryFolder();
    const holder = new Holder();
    expect(await holder.lock(folder)).toBe('held');
    expect(await holder.release()).toBe('released');
    (await lockFolder(folder)).release();
  });

  test('goes to exactly one of several processes that lock it at the same time, for any previous owner', async () => {
    const holders = Array.from({ length: count(4, 10) }, () => new Holder());
    await Promise.all(holders.map((holder) => holder.release()));
    const remains = [
      undefined,
      'rubbish',
      '',
      JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), began: '1' }),
      // A running process with another start time: its number was reused.
      JSON.stringify({ pid: process.pid, host: hostname(), began: '1' }),
    ];
    for (let round = 0; round < count(5, 20); round++) {
      const folder = temporaryFolder();
      const before = remains[round % remains.length];
      if (before !== undefined) writeFileSync(join(folder, 'lock'), before);
      const answers = await Promise.all(holders.map((holder) => holder.lock(folder)));
      expect(answers.filter((answer) => answer === 'held')).toHaveLength(1);
      const owner = holders[answers.indexOf('held')].process.pid;
      expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')).pid).toBe(owner);
      for (const answer of answers) expect(answer).toMatch(/^held$|^StorageError: \S+ is in use by process \d+ on /);
      expect(readdirSync(folder)).toEqual(['lock']);
      await Promise.all(holders.map((holder) => holder.release()));
    }
  });
});

test('a process cannot lock a folder twice', async () => {
  const folder = temporaryFolder();
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${process.pid} `);
  lock.release();
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a lock of another machine is respected, because its processes cannot be checked', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: 1, host: 'elsewhere.example', began: '' }));
  await expect(lockFolder(folder)).rejects.toThrow('in use by process 1 on elsewhere.example');
});

test('unfinished files of a killed process are removed, and other files stay', async () => {
  const folder = temporaryFolder();
  const dead = JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), began: '1' });
  writeFileSync(join(folder, 'lock-claim-7'), dead);
  writeFileSync(join(folder, 'locksmith'), 'mine');
  (await lockFolder(folder)).release();
  expect(readdirSync(folder)).toEqual(['locksmith']);
});

test('an error names a file that is not a lock, and a folder that cannot be written', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'lock'));
  await expect(lockFolder(folder)).rejects.toThrow(`${join(folder, 'lock')} cannot be read (EISDIR)`);
  expect(readdirSync(folder)).toEqual(['lock']);
  await expect(lockFolder(join(folder, 'nowhere'))).rejects.toThrow('ENOENT');
  if (process.getuid?.() !== 0) {
    chmodSync(folder, 0o500);
    await expect(lockFolder(folder)).rejects.toThrow('EACCES');
  }
});

test.skipIf(!CAN_MOUNT)(`a process hidden by /proc is taken to be alive${LEFT_OUT}`, async () => {
  const folder = temporaryFolder();
  const holder = new Holder();
  expect(await holder.lock(folder)).toBe('held');
  const hidden = 'mount -t tmpfs none "/proc/$0" && exec "$1" "$2"';
  const words = ['-rm', 'sh', '-c', hidden, String(holder.process.pid), process.execPath, HOLDER];
  const { stdout } = spawnSync('unshare', words, { input: `${folder}\n`, encoding: 'utf8' });
  expect(stdout).toMatch(`is in use by process ${holder.process.pid} on `);
  expect(await holder.release()).toBe('released');
});

test('a folder that was exchanged for another one keeps the lock of the other one', async () => {
  const [folder, other] = [temporaryFolder(), temporaryFolder()];
  const lock = await lockFolder(folder);
  const lockOfOther = await lockFolder(other);
  renameSync(folder, `${folder}-old`);
  onTestFinished(() => rmSync(`${folder}-old`, { recursive: true }));
  renameSync(other, folder);
  lock.release();
  expect(existsSync(join(folder, 'lock'))).toBe(true);
  renameSync(folder, other);
  lockOfOther.release();
  expect(existsSync(join(other, 'lock'))).toBe(false);
});
