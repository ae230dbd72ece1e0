import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { citationText } from '../../src/page/research/citation.js';
import type { DistributionAnswer, SpaceAnswer } from '../../src/serve/answers.js';

const CITATION = readFileSync(new URL('../../CITATION.cff', import.meta.url), 'utf8');

const PANCAKE = { name: 'pancake:3', metric: null, board: null, directed: false, goals: 1, states: 6 } as SpaceAnswer;
const DISTRIBUTION: DistributionAnswer = {
  ...{ histogram: [1, 2, 2, 1], states: 6, maxDepth: 3, mean: 1.5, median: 1, mode: 1, standardDeviation: 1 },
  source: null,
};

test('the citation names the authors, the year, the title, the version and the address as CITATION.cff does, and the counts', () => {
  const [author, year, title, version, address] = [
    ...[/ - name: (.+)/, /^date-released: (\d{4})/m, /^title: (.+)/m, /^version: (.+)/m, /^url: (.+)/m],
  ].map((field) => field.exec(CITATION)?.[1]);
  expect(citationText(PANCAKE, DISTRIBUTION)).toBe(
    `${author} (${year}). ${title} (version ${version}) [Computer software]. ${address} Counts of pancake:3: 6 states, maximum depth 3, 1 antipode, mean distance 1.5000.`,
  );
});

test('it names who published a distribution, and leaves out what is unknown', () => {
  const cited = citationText(PANCAKE, { ...DISTRIBUTION, source: 'Somebody (2005)' });
  expect(cited).toMatch(/ mean distance 1\.5000\. Distribution: Somebody \(2005\)\.$/);
  expect(citationText({ ...PANCAKE, states: null }, null)).toMatch(/pancake:3: over 10³⁰⁸ states\.$/);
});
