import { expect, test } from 'vitest';
import { Once } from '#src/serve/work.js';

test('a value is computed once for all callers, and is available from then on', async () => {
  let found = 0;
  const once = new Once(async () => ++found);
  expect(once.now()).toBeUndefined();
  expect(await Promise.all([once.get(), once.get()])).toEqual([1, 1]);
  expect(once.now()).toBe(1);
});

test('a caller that does not wait gets the error on its next call, and then the computation is repeated', async () => {
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
