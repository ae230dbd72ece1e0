import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jobIdOf, parseAnnouncement, parseJob, parseReport, parseResult } from '#src/runs/queue/job.js';

const job = { run: '0123456789abcdef', program: '0.1.0', format: 1, layer: 7, first: 2, last: 4 };

describe('a job', () => {
  test('is read as it was written', () => {
    expect(parseJob(JSON.parse(JSON.stringify(job)))).toEqual(job);
    expect(jobIdOf(job)).toBe('0123456789abcdef-7-2');
  });

  test.each([
    ['no object', null],
    ['a path in place of the run', { ...job, run: '../../etc/passwd' }],
    ['a folder beside its numbers', { ...job, folder: '/etc' }],
    ['a layer that is none', { ...job, layer: 0 }],
    ['a text for a number', { ...job, first: '2' }],
    ['a fraction', { ...job, last: 4.5 }],
    ['a number that is not finite', { ...job, last: Number.POSITIVE_INFINITY }],
    ['more than a number holds exactly', { ...job, last: 2 ** 53 }],
    ['portions from the last to the first', { ...job, first: 5 }],
    ['a part of its fields', { run: job.run, layer: 7 }],
  ])('is refused: %s', (_, data) => {
    expect(parseJob(data)).toBeUndefined();
  });

  test('of anything else is refused', () => {
    fc.assert(fc.property(fc.anything(), (data) => parseJob(data) === undefined));
  });
});

describe('an answer, an announcement and a report', () => {
  test.each([
    { outcome: 'made', bytesRead: 1, bytesWritten: 2 },
    { outcome: 'late' },
    { outcome: 'damaged', bitset: 2, portion: 0, layer: 3 },
  ])('are read as they were written: %j', (result) => {
    expect(parseResult(result)).toEqual(result);
  });

  test('of others are none', () => {
    expect(parseResult({ outcome: 'damaged', path: '/etc/passwd' })).toBeUndefined();
    fc.assert(fc.property(fc.anything(), (value) => parseResult(value) === undefined));
    fc.assert(fc.property(fc.string(), (text) => parseReport(text) === undefined));
    fc.assert(fc.property(fc.string(), (text) => parseAnnouncement(text) === undefined));
    expect(parseAnnouncement(null)).toBeUndefined();
  });
});
