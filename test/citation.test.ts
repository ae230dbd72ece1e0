import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const manifest = JSON.parse(read('package.json'));

/** The fields of CITATION.cff that stand on one line. */
const citation = Object.fromEntries(
  [...read('CITATION.cff').matchAll(/^([a-z-]+): (?!>)(.+)$/gm)].map(([, field, value]) => [field, value]),
);

test('CITATION.cff cites the version, the licence and the addresses of package.json', () => {
  expect(citation).toMatchObject({
    'cff-version': '1.2.0',
    type: 'software',
    title: manifest.name,
    version: manifest.version,
    license: manifest.license,
  });
  const repository = citation['repository-code'];
  expect(manifest.repository.url).toBe(`git+${repository}.git`);
  expect(manifest.homepage).toBe(citation.url);
  expect(manifest.bugs.url).toBe(`${repository}/issues`);
});

test('its abstract is the description of package.json', () => {
  const [, abstract] = /^abstract: >-\n((?: {2}.*\n)+)/m.exec(read('CITATION.cff')) ?? [];
  expect(abstract.replace(/\s+/g, ' ').trim()).toBe(`${manifest.description}.`);
});

test('the Python package has the version of package.json', () => {
  expect(read('python/pyproject.toml')).toContain(`\nversion = "${manifest.version}"\n`);
});

test('CHANGELOG.md has a section for the version, with its date', () => {
  expect(read('CHANGELOG.md')).toContain(`\n## ${manifest.version} - ${citation['date-released']}\n`);
});
