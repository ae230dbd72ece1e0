/** Checks docs/reference/api.md: the real program answers as in the examples, and the documented fields are those of the answers. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EstimatesAnswer } from '#src/serve/answers.js';
import { antipode } from '../../program/run.js';
import { type Running, serve } from '../server.js';
import { wholeEstimates } from '../tables.js';

const root = new URL('../../../', import.meta.url);
const page = readFileSync(new URL('docs/reference/api.md', root), 'utf8');
const cwd = mkdtempSync(join(tmpdir(), 'antipode-'));
let server: Running;

beforeAll(async () => {
  await antipode(['explore', '3x3'], { cwd });
  server = await serve(['out/3x3.table'], cwd);
  await wholeEstimates(
    async () =>
      (
        await fetch(`${server.url}/api/spaces/3x3/estimates?state=8+6+7+2+5+4+3+x+1`)
      ).json() as Promise<EstimatesAnswer>,
  );
});

afterAll(async () => {
  await server.end();
  rmSync(cwd, { recursive: true });
});

/** Each `$ curl ...` with its printed lines. */
const examples = [...page.matchAll(/^\$ curl (.*)\n((?:(?!```).*\n)*)```/gm)].map(([, words, printed]) => ({
  words,
  printed,
}));

/** Does the work of curl for the options in the examples. */
async function curl(words: string): Promise<string> {
  const parts = [...words.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
  const url = parts.find((part) => part.startsWith('http://127.0.0.1:3131/'));
  const body = parts[parts.indexOf('-d') + 1];
  const header = parts[parts.indexOf('-H') + 1].split(': ');
  const here = (url ?? '').replace('http://127.0.0.1:3131', server.url);
  const answer = await fetch(
    here,
    words.includes(' -d ') ? { method: 'POST', body, headers: [header as [string, string]] } : {},
  );
  const text = await answer.text();
  if (!parts.includes('-i')) return text;
  const shown = [...answer.headers].filter(([name]) => !['connection', 'date', 'keep-alive'].includes(name));
  return `HTTP/1.1 ${answer.status} ${answer.statusText}\n${shown.map(([name, value]) => `${name}: ${value}\n`).join('')}\n${text}`;
}

/** Removes the parts that differ each time. The order of headers and the case of their names do not matter. */
function lasting(text: string): string {
  const same = text
    .replace(/"seconds":[\d.e-]+/g, '"seconds":0')
    .replace(/("depth":31,"steps":null,"states":)\[[^\],]*\]/, '$1[]')
    .trim();
  return same.startsWith('HTTP/') ? same.toLowerCase().split('\n').toSorted().join('\n') : same;
}

test('there is an example for each route', () => {
  const routes = [
    'spaces ',
    'distribution',
    'distance',
    'distances ',
    'solution',
    'solutions ',
    'random',
    'antipodes',
    'estimates',
    'searches',
  ];
  for (const route of routes) expect(examples.map(({ words }) => `${words} `).join('\n')).toContain(route);
});

test.each(examples)('curl $words', async ({ words, printed }) => {
  expect(lasting(await curl(words))).toBe(lasting(printed));
});

test('every field of the answers is documented', () => {
  const source = readFileSync(new URL('src/serve/answers.ts', root), 'utf8');
  const fields = [...source.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, field]) => field);
  expect(fields.length).toBeGreaterThan(30);
  for (const field of fields) expect(page, field).toContain(`\`${field}\``);
});
