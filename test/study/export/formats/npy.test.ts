import { describe, expect, test } from 'vitest';
import { npyHeader } from '#src/study/export/formats.js';
import { readNpy } from '../read-npy.js';

describe('a header of .npy', () => {
  test.each([
    [1, [4, 3], '|u1'],
    [1, [9, 20160], '|u1'],
    [1, [12, 19958400], '|u1'],
    [2, [2, 2], '<u2'],
    [2, [7], '<u2'],
    [1, [2, 3, 4], '|u1'],
  ] as const)('with %i byte(s) per value and the shape %j is read unchanged', (bytes, shape, descr) => {
    const count = shape.reduce((product: number, length) => product * length, 1);
    const header = npyHeader(bytes, shape);
    expect(readNpy(Buffer.concat([header, Buffer.alloc(count * bytes)]))).toMatchObject({ descr, shape });
  });

  test('is the same as that of numpy, except for the padding', () => {
    expect(npyHeader(2, [2, 3]).toString('latin1')).toBe(
      `\x93NUMPY\x01\x00\x76\x00${"{'descr': '<u2', 'fortran_order': False, 'shape': (2, 3), }".padEnd(117)}\n`,
    );
  });

  test('declares two-byte values as little-endian', () => {
    const file = Buffer.concat([npyHeader(2, [2]), Buffer.from([1, 2, 255, 255])]);
    expect([...readNpy(file).values]).toEqual([513, 65535]);
  });
});
