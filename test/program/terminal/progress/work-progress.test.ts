import { expect, onTestFinished, test, vi } from 'vitest';
import { WorkProgress } from '#src/program/terminal/queue-progress.js';

const MADE = { type: 'made', bytesRead: 3e9, bytesWritten: 1e9, seconds: 20 } as const;

test('a worker shows its portions and its waiting time, and once for each layer its share', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const progress = new WorkProgress();
  vi.advanceTimersByTime(5000);
  expect(progress.text()).toBe('waiting  5.000 s');
  expect(progress.on({ type: 'making', layer: 7, first: 0, last: 31 })).toBeUndefined();
  vi.advanceTimersByTime(20_000);
  expect(progress.text()).toBe('layer 7: making portions 0-31  20.0 s');
  progress.on({ ...MADE, layer: 7, first: 0, last: 31 });
  progress.on({ type: 'waiting' });
  vi.advanceTimersByTime(2000);
  expect(progress.text()).toBe('waiting  2.000 s  32 portions made so far');
  progress.on({ type: 'making', layer: 7, first: 40, last: 40 });
  expect(progress.text()).toBe('layer 7: making portion 40  0.000 s  32 portions made so far');
  progress.on({ ...MADE, layer: 7, first: 40, last: 40 });
  progress.on({ type: 'waiting' });
  expect(progress.on({ type: 'making', layer: 8, first: 3, last: 3 })).toBe(
    'layer 7: 33 portions in 40.0 s, 6.00 GB read, 2.00 GB written',
  );
  progress.on({ ...MADE, layer: 8, first: 3, last: 3 });
  expect(progress.takePart()).toBe('layer 8: 1 portion in 20.0 s, 3.00 GB read, 1.00 GB written');
  expect(progress.takePart()).toBeUndefined();
});

test('portions that were made by another worker, or too late, do not count for a layer', () => {
  const progress = new WorkProgress();
  progress.on({ type: 'making', layer: 7, first: 0, last: 31 });
  progress.on({ type: 'waiting' });
  expect(progress.text()).toMatch(/^waiting {2}0\.\d+ s$/);
  expect(progress.takePart()).toBeUndefined();
});
