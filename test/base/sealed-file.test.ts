import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StorageError } from '#src/files/files.js';
import { readSealed, writeSealed } from '#src/files/sealed-file.js';
import { temporaryFolder } from '../program/run.js';

const SEAL = { magic: 'TESTSEAL', version: 3, what: 'a sealed test' };
const CONTENTS = {
  depth: 17,
  counts: [1, 2, 2 ** 40, 2 ** 53 - 1],
  name: '2x3',
  bits: new Uint8Array([0, 255, 7]),
  none: null,
};

/** A sealed file and its path. */
async function written(contents: unknown = CONTENTS): Promise<{ path: string; bytes: Buffer }> {
  const path = join(temporaryFolder(), 'sealed');
  await writeSealed(path, SEAL, contents);
  return { path, bytes: readFileSync(path) };
}

/** Returns the error of reading a file with these bytes. */
async function refusal(path: string, bytes: Buffer): Promise<string> {
  writeFileSync(path, bytes);
  const error = await readSealed(path, SEAL).then(
    () => new Error('it was read'),
    (refused) => refused,
  );
  expect(error).toBeInstanceOf(StorageError);
  expect(error.message.startsWith(`${path}: `)).toBe(true);
  return error.message.slice(path.length + 2);
}

/** Returns the bytes with a valid checksum. */
function resealed(bytes: Buffer): Buffer {
  const sealed = Buffer.from(bytes);
  sealed.writeUInt32LE(crc32(sealed.subarray(0, -4)), sealed.length - 4);
  return sealed;
}

describe('a sealed file', () => {
  test('is read unchanged, and is the only file in the folder', async () => {
    const { path } = await written();
    expect((await readSealed(path, SEAL))?.contents).toEqual({ ...CONTENTS, bits: Buffer.from(CONTENTS.bits) });
    expect(readdirSync(join(path, '..'))).toEqual(['sealed']);
  });

  test('replaces an existing file', async () => {
    const { path } = await written({ long: 'x'.repeat(10_000) });
    await writeSealed(path, SEAL, 7);
    expect((await readSealed(path, SEAL))?.contents).toBe(7);
  });

  test('holds any plain value', async () => {
    const path = join(temporaryFolder(), 'sealed');
    const whole = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        whole,
        fc.integer(),
        fc.double({ noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
        fc.string({ unit: 'grapheme' }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value')),
        fc.dictionary(
          fc.string({ unit: 'grapheme' }).filter((key) => key !== '__proto__'),
          tie('value'),
          { noNullPrototype: true },
        ),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(value, async (contents) => {
        await writeSealed(path, SEAL, contents);
        expect((await readSealed(path, SEAL))?.contents).toEqual(contents);
      }),
      { numRuns: 60 },
    );
  });

  test('is undefined if it does not exist', async () => {
    expect(await readSealed(join(temporaryFolder(), 'sealed'), SEAL)).toBeUndefined();
  });
});

describe('a file that differs from the sealed one is refused, and named', () => {
  test('after any bit was flipped', async () => {
    const { path, bytes } = await written();
    const said = new Set<string>();
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] ^= 1 << (bit & 7);
      said.add((await refusal(path, flipped)).replace(/version \d+,/, 'version N,').replace(/ \d+ bytes/, ' N bytes'));
    }
    expect([...said].sort()).toEqual([
      'a sealed test has format version N, but this program reads version 3',
      'a sealed test is damaged: its checksum does not match',
      `a sealed test should have N bytes, but has ${bytes.length}`,
      'this is not a sealed test: it does not begin with TESTSEAL',
    ]);
  });

  test('after it was truncated anywhere, or extended', async () => {
    const { path, bytes } = await written();
    for (let length = 0; length < bytes.length; length++) await refusal(path, bytes.subarray(0, length));
    expect(await refusal(path, bytes.subarray(0, 0))).toMatch(/does not begin with TESTSEAL/);
    expect(await refusal(path, bytes.subarray(0, 12))).toBe('a sealed test is truncated after 12 bytes');
    expect(await refusal(path, Buffer.concat([bytes, Buffer.alloc(1)]))).toMatch(/should have \d+ bytes, but has \d+$/);
  });

  test('if it is of another kind or version, although it is not damaged', async () => {
    const { path } = await written();
    await expect(readSealed(path, { ...SEAL, version: 4 })).rejects.toThrow(
      `${path}: a sealed test has format version 3, but this program reads version 4`,
    );
    await expect(readSealed(path, { ...SEAL, magic: 'TESTWAX\n' })).rejects.toThrow('it does not begin with TESTWAX');
  });

  test('if its checksum matches, but its contents are not MessagePack', async () => {
    const { path } = await written();
    const bombs = [[0xdd, 0xff, 0xff, 0xff, 0xff], [0xdb, 0x7f, 0xff, 0xff, 0xff], [], [1, 2]];
    for (const contents of [...bombs.map((bytes) => Buffer.from(bytes)), Buffer.alloc(1_000_000, 0x91)]) {
      const prefix = Buffer.alloc(16);
      prefix.write(SEAL.magic, 'latin1');
      prefix.writeUInt32LE(SEAL.version, 8);
      prefix.writeUInt32LE(contents.length, 12);
      const message = await refusal(path, resealed(Buffer.concat([prefix, contents, Buffer.alloc(4)])));
      expect(message).toBe('a sealed test is damaged: its contents cannot be read');
    }
  });

  test('if it is a folder, too long, or cannot be read', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'sealed');
    mkdirSync(path);
    await expect(readSealed(path, SEAL)).rejects.toThrow(`${path} is not a file, but should be a sealed test`);
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await expect(readSealed(pipe, SEAL)).rejects.toThrow(`${pipe} is not a file, but should be a sealed test`);
    const long = join(folder, 'long');
    writeFileSync(long, SEAL.magic);
    // A hole, which takes no disk space.
    truncateSync(long, 2 ** 31);
    await expect(readSealed(long, SEAL)).rejects.toThrow(`${long} is too long to be a sealed test`);
    await expect(readSealed(join(long, 'below'), SEAL)).rejects.toThrow(
      `${join(long, 'below')} cannot be read (ENOTDIR)`,
    );
    if (process.getuid?.() !== 0) {
      chmodSync(long, 0);
      await expect(readSealed(long, SEAL)).rejects.toThrow(`${long} cannot be read (EACCES)`);
    }
  });
});

test('if sealing fails, only the previous file is left', async () => {
  const { path, bytes } = await written();
  const folder = join(path, '..');
  mkdirSync(join(folder, 'taken'));
  await expect(writeSealed(join(folder, 'taken'), SEAL, 1)).rejects.toThrow();
  await expect(writeSealed(path, SEAL, { wrong: () => 1, why: 1n << 200n })).rejects.toThrow();
  expect(readFileSync(path)).toEqual(bytes);
  expect(readdirSync(folder).sort()).toEqual(['sealed', 'taken']);
});
