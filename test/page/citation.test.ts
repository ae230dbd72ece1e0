import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { citationText } from '../../src/page/research/citation.js';
import type { DistributionAnswer, SpaceAnswer } from '../../src/serve/answers.js';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const PANCAKE = { name: 'pancake:3', metric: null, board: null, directed: false, goals: 1, states: 6 } as SpaceAnswer;
const DISTRIBUTION: DistributionAnswer = {
  ...{ histogram: [1, 2, 2, 1], states: 6, maxDepth: 3, mean: 1.5, median: 1, mode: 1, standardDeviation: 1 },
  source: null,
};

test('the citation names the version, the address and the counts, without a date', () => {
  const { version, homepage } = manifest;
  expect(citationText(PANCAKE, DISTRIBUTION)).toBe(
    `The antipode authors. antipode, version ${version}. ${homepage}. pancake:3: 6 states, maximum depth 3, 1 antipode, mean distance 1.5000.`,
  );
});

test('it names who published a distribution, and leaves out what is unknown', () => {
  const cited = citationText(PANCAKE, { ...DISTRIBUTION, source: 'Somebody (2005)' });
  expect(cited).toMatch(/ mean distance 1\.5000\. Distribution: Somebody \(2005\)\.$/);
  expect(citationText({ ...PANCAKE, states: null }, null)).toMatch(/pancake:3: over 10³⁰⁸ states\.$/);
});
