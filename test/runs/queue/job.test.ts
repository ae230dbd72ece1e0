import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jobIdOf, parseJob, parseResult } from '#src/runs/queue/messages.js';

const job = { run: '0123456789abcdef', program: '0.1.0', format: 1, layer: 7, first: 2, last: 4 };

describe('a job', () => {
  test('is read unchanged', () => {
    expect(parseJob(JSON.parse(JSON.stringify(job)))).toEqual(job);
    expect(jobIdOf(job)).toBe('0123456789abcdef-7-2');
  });

  test.each([
    ['not an object', null],
    ['a path instead of the run', { ...job, run: '../../etc/passwd' }],
    ['a folder in addition to its numbers', { ...job, folder: '/etc' }],
    ['an invalid layer', { ...job, layer: 0 }],
    ['a text for a number', { ...job, first: '2' }],
    ['a fraction', { ...job, last: 4.5 }],
    ['a number that is not finite', { ...job, last: Number.POSITIVE_INFINITY }],
    ['a number too large to be exact', { ...job, last: 2 ** 53 }],
    ['portions from the last to the first', { ...job, first: 5 }],
    ['missing fields', { run: job.run, layer: 7 }],
  ])('is refused: %s', (_, data) => {
    expect(parseJob(data)).toBeUndefined();
  });

  test('is refused if it is anything else', () => {
    fc.assert(fc.property(fc.anything(), (data) => parseJob(data) === undefined));
  });
});

describe('an answer', () => {
  test.each([
    { outcome: 'made', bytesRead: 1, bytesWritten: 2 },
    { outcome: 'complete' },
    { outcome: 'damaged', bitset: 2, portion: 0, layer: 3 },
  ])('is read unchanged: %j', (result) => {
    expect(parseResult(result)).toEqual(result);
  });

  test('of another program is undefined', () => {
    expect(parseResult({ outcome: 'damaged', path: '/etc/passwd' })).toBeUndefined();
    fc.assert(fc.property(fc.anything(), (value) => parseResult(value) === undefined));
  });
});
