import { expect, test } from 'vitest';
import { Once } from '#src/serve/samples/once.js';

test('a value is found once, for all who wait, and is there from then on', async () => {
  let found = 0;
  const once = new Once(async () => ++found);
  expect(once.now()).toBeUndefined();
  expect(await Promise.all([once.get(), once.get()])).toEqual([1, 1]);
  expect(once.now()).toBe(1);
});

test('who does not wait is told the next time why nothing was found, and then it is tried again', async () => {
  let tries = 0;
  const once = new Once(async () => {
    tries++;
    if (tries === 1) throw new Error('no memory');
    return tries;
  });
  expect(once.now()).toBeUndefined();
  await expect(once.get()).rejects.toThrow('no memory');
  await expect.poll(() => tries).toBe(1);
  expect(() => once.now()).toThrow('no memory');
  expect(once.now()).toBeUndefined();
  expect(await once.get()).toBe(2);
});
