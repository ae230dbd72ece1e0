/** Changed bytes in arrays of distances, a thousand random ones for each type: `verify` detects the change and names the file. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import { plainBoard } from '#src/verify/board-numbering.js';
import { parseNpyHeader, readDistances } from '#src/verify/file-distances.js';
import { checkStep } from '#src/verify/steps.js';
import { verifyDistances } from '#src/verify/verify-distances.js';
import { plainSpaceSearch } from '../plain-space-search.js';
import { antipode, temporaryFolder } from '../program/run.js';
import { npy, plainDistances } from '../verify/table/files.js';
import { npyOf } from '../verify/table/space-files.js';
import { errorOf, FLIPS, type Flip, flipsOf, withFlip } from './flips.js';

/** Returns true if an array, read to its end, satisfies the rules. */
type IsRight = () => Promise<boolean>;

/**
 * A changed value breaks a rule. A changed header is refused, unless its meaning is unchanged, as with other white space.
 * @param valuesBegin offset of the first value, after the header
 */
async function expectNoticed(path: string, bytes: Buffer, valuesBegin: number, isRight: IsRight) {
  const { dataOffset, ...fields } = parseNpyHeader(path, bytes.subarray(0, valuesBegin));
  expect(dataOffset).toBe(valuesBegin);
  const check = async (flip: Flip) => {
    let right = false;
    const error = await withFlip(path, flip, () => errorOf(async () => (right = await isRight())));
    if (error !== undefined) {
      expect(error).toBeInstanceOf(InputError);
      expect(error.message).toMatch(
        /^[^\n]*\.npy [^\n]*(header|not a .npy file|format version|type|shape|order|truncated|too long)[^\n]*$/,
      );
      expect(flip.at).toBeLessThan(valuesBegin);
    } else if (right) {
      const changed = Buffer.from(bytes.subarray(0, valuesBegin));
      changed[flip.at] ^= flip.mask;
      expect(parseNpyHeader(path, changed)).toEqual({ ...fields, dataOffset });
    } else {
      expect(flip.at).toBeGreaterThanOrEqual(valuesBegin);
    }
  };
  const flips = flipsOf(Array.from(bytes, (_, at) => (at < valuesBegin ? 'header' : 'values')));
  await fc.assert(fc.asyncProperty(flips, check), { numRuns: FLIPS });
  expect(await isRight()).toBe(true);
}

describe('a byte of an array of distances', () => {
  test('of a board is detected if it changes, unless it is white space', async () => {
    const path = join(temporaryFolder(), '2x3.npy');
    const bytes = npy(plainDistances('2x3'));
    writeFileSync(path, bytes);
    const plain = plainBoard(parseBoard('2x3'), orderedPosition(parseBoard('2x3')), 'single');
    await expectNoticed(path, bytes, bytes.length - 6 * 60, async () => {
      const expected = {
        space: '2x3',
        shape: [6, 60],
        axes: 'blank cells, arrangements',
        types: ['|u1', '<u2'],
      } as const;
      const { parts } = await readDistances(path, expected, () => () => {});
      const states = plain.states(plain.statesOfWord);
      const marks = new Uint32Array(Math.ceil(states.size / 32));
      const results = (['mark', 'find'] as const).map((step) => {
        const claims = new Int32Array(1);
        const origin = { kind: 'known', space: '2x3' } as const;
        return checkStep({ origin, step, parts, marks, claims, parities: plain.parities }, states);
      });
      return results.every((result) => typeof result === 'object' && result.brokenCount === 0);
    });
  });

  test.each([
    ['one byte', Uint8Array],
    ['two bytes', Uint16Array],
    ['four bytes', Uint32Array],
  ])('of a space is detected if it changes, unless it is white space, with values of %s', async (_, Values) => {
    const source = { kind: 'known', space: 'pancake:4' } as const;
    const path = join(temporaryFolder(), 'pancakes.npy');
    const bytes = npyOf(Values.from(plainSpaceSearch(await openNumberedSpace(source)).depths));
    writeFileSync(path, bytes);
    await expectNoticed(path, bytes, bytes.length - 24 * Values.BYTES_PER_ELEMENT, async () => {
      return (await verifyDistances(path, source)).faultCount === 0;
    });
  });

  test('makes antipode verify fail if it changes', async () => {
    const cwd = temporaryFolder();
    expect((await antipode(['explore', '2x4'], { cwd })).status).toBe(0);
    expect((await antipode(['export', 'out/2x4.table', '--output', '2x4.npy'], { cwd })).status).toBe(0);
    const flip = { at: readFileSync(join(cwd, '2x4.npy')).length - 9, mask: 3 };
    const words = ['verify', 'out/2x4.table', '--distances', '2x4.npy'];
    const { status, err } = await withFlip(join(cwd, '2x4.npy'), flip, () => antipode(words, { cwd }));
    expect(status).toBe(1);
    expect(err).toMatch(/antipode: 2x4\.npy has \d+ faults, the first of them: [^\n]*\n$/);
  });
});
