import { describe, expect, test } from 'vitest';
import { didYouMean } from '#src/base/text.js';

const NAMES = ['bfs', 'astar', 'idastar', 'bidirectional'];

describe('a suggestion', () => {
  test.each([
    ['idstar', 'idastar'],
    ['ASTAR', 'astar'],
    ['bidirektionnal', 'bidirectional'],
    // Two letters have changed places.
    ['bsf', 'bfs'],
  ])('for %s is %s', (text, name) => {
    expect(didYouMean(text, NAMES)).toBe(` (did you mean ${name}?)`);
  });

  test.each(['', 'x', 'dijkstra', 'xyz', 'bi', 'q'.repeat(10_000)])('does not exist for %s', (text) => {
    expect(didYouMean(text, NAMES)).toBe('');
  });

  test('shows another text instead of a name', () => {
    expect(didYouMean('knigth', ['pancake', 'knight'], ['pancake:10', 'knight:8'])).toBe(' (did you mean knight:8?)');
  });
});
