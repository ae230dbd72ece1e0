import { describe, expect, test } from 'vitest';
import {
  abbreviated,
  bytesText,
  countOf,
  countText,
  didYouMean,
  excerpt,
  grouped,
  meanText,
  secondsText,
  shareText,
  shellCommand,
} from '#src/base/text.js';

test.each([
  [countOf(0, 'state'), '0 states'],
  [countOf(1n, 'state'), '1 state'],
  [countOf(181440, 'state'), '181,440 states'],
  [grouped(0), '0'],
  [grouped(999), '999'],
  [grouped(181440), '181,440'],
  [grouped(43589145600), '43,589,145,600'],
  [abbreviated(7), '7'],
  [abbreviated(999.4), '999'],
  [abbreviated(1000), '1.00 k'],
  [abbreviated(624_460_022), '624 M'],
  [bytesText(1), '1 byte'],
  [bytesText(999), '999 bytes'],
  [bytesText(48_384), '48.4 KB'],
  [bytesText(11_623_772_160), '11.6 GB'],
  [bytesText(999_999_999), '1.00 GB'],
  [secondsText(0.0469), '0.047 s'],
  [secondsText(69.8), '69.8 s'],
  [secondsText(185.2), '3 min 05 s'],
  [shareText(0), '0.00 %'],
  [shareText(0.13253), '13.25 %'],
  [shareText(1e-9), '<0.01 %'],
  [excerpt('a\nb\u001b[31m'), 'a\u00b7b\u00b7[31m'],
  [excerpt('a\u202eb\u2028c'), 'a\u00b7b\u00b7c'],
  [excerpt('x'.repeat(50)), `${'x'.repeat(40)}...`],
])('%j is %j', (text, expected) => {
  expect(text).toBe(expected);
});

test('counts are written in full up to a million, and with a power of ten above that', () => {
  expect(countText(40_320)).toBe('40,320');
  expect(countText(999_999)).toBe('999,999');
  expect(countText(1_000_000)).toBe('1.00e+6');
  expect(countText(Number.POSITIVE_INFINITY)).toBe('over 1.8e+308');
  expect(meanText(12.345, 1)).toBe('12.3');
  expect(meanText(1.5e20, 1)).toBe('1.50e+20');
});

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

test('quotes the words that a shell would split or change', () => {
  expect(shellCommand(['antipode', 'out/3x3.table', '--threads=2', 'a b', "it's", '$HOME', ''])).toBe(
    "antipode out/3x3.table --threads=2 'a b' 'it'\\''s' '$HOME' ''",
  );
});
