import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { builtInText, MEASURED_SECONDS } from '#src/program/commands/puzzles.js';
import { KNOWN_PUZZLES } from '#src/spaces/puzzles/known-puzzles.js';
import { rows } from '../../suite.js';
import { antipode, temporaryFolder } from '../run.js';

const puzzles = (...words: string[]) => antipode(['puzzles', ...words], { cwd: temporaryFolder() });
const listed = async () => JSON.parse((await puzzles('--json')).out);

test('antipode puzzles lists the named boards and an example of every puzzle', async () => {
  const { out, err, status } = await puzzles();
  expect([status, err]).toEqual([0, '']);
  expect(out).toContain('8-puzzle                    181,440   22.7 KB         -\n  the sliding-tile board 3x3\n');
  expect(out).toContain('24-puzzle                  7.76e+24         -         -\n');
  expect(out).toContain('moonspinner          47,151,720,000   11.8 GB   1.7 min\n');
  expect(out).toContain('cube-3x3x3                 4.33e+19         -         -\n');
  for (const { example } of KNOWN_PUZZLES) expect(out).toMatch(new RegExp(`^${example} +[\\d,.e+]+ `, 'm'));
  expect(out.replace(/\n +/g, ' ')).toContain(KNOWN_PUZZLES[0].summary);
});

test('its numbers of states match explorations', async () => {
  const { boards, puzzles: known } = await listed();
  for (const name of rows(['8-puzzle', 'knight:8', 'pyraminx'], [1])) {
    const { states } = [...boards, ...known].find(({ space }) => space === name);
    const explored = await antipode(['explore', name, '--json', '--no-table'], { cwd: temporaryFolder() });
    expect(JSON.parse(explored.out).states).toBe(states);
  }
});

test('its times match the gallery, in the default metric', () => {
  const page = readFileSync(new URL('../../../docs/explanations/groups.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([^`]+)` \| ([\w-]*) ?\| [\d,]+ \| \d+ \| [\d,]+ \| ([\d.]+) \|$/gm)];
  const usual = rows.filter(([, , metric]) => metric !== 'quarter-turn');
  const examples = usual.filter(([, space]) => KNOWN_PUZZLES.some(({ example }) => example === space));
  expect(MEASURED_SECONDS).toEqual(
    Object.fromEntries(examples.map(([, space, , seconds]) => [space, Number(seconds)])),
  );
});

test('it fits into 60 columns', async () => {
  const lines = builtInText(await listed(), 60).split('\n');
  expect(lines.filter((line) => line.length > 60 && !line.startsWith('\u001b'))).toEqual([]);
});
