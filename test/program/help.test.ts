import { describe, expect, test } from 'vitest';

import { antipode } from './run.js';

const helpOf = async (...words: string[]) => (await antipode([...words, '--help'], { cwd: process.cwd() })).out;

const overview = await helpOf();
const COMMANDS = [...overview.matchAll(/^ {2}([a-z]+)(?: \[| <)/gm)]
  .map(([, name]) => name)
  .filter((name) => name !== 'help');

/** Returns the example command lines of a help text. */
const examplesIn = (help: string) => [...help.matchAll(/^ {4}antipode (.*)$/gm)].map(([, line]) => line);

describe('the help', () => {
  test('lists every command in a group', () => {
    expect(COMMANDS.toSorted()).toEqual(
      'analyse compare explore export info portion puzzles rank report serve solve unrank verify worker'.split(' '),
    );
    expect(overview.match(/^\S.*:$/gm)).toEqual([
      'Options:',
      'Enumerate and solve:',
      'Look up:',
      'Use a table:',
      'Use several machines:',
      'Permutations:',
      'Help:',
      'Examples:',
    ]);
  });

  test.each(COMMANDS)('of %s has two examples with valid options', async (command) => {
    const help = await helpOf(command);
    const examples = examplesIn(help);
    expect(examples).toHaveLength(2);
    for (const example of examples) {
      const [name, ...words] = example.split(' ');
      expect(name).toBe(command);
      for (const option of words.filter((word) => word.startsWith('--'))) {
        expect(help).toMatch(new RegExp(`^  (?:-\\w, )?${option}\\b`, 'm'));
      }
    }
  });

  test.each(COMMANDS)('of %s has no default in quotes, and fits into 80 columns', async (command) => {
    const help = await helpOf(command);
    expect(help).not.toMatch(/default:\s+"/);
    expect(help.split('\n').filter((line) => line.length > 80 && !line.startsWith('    antipode '))).toEqual([]);
  });

  test.each(['explore', 'solve', 'compare'])('of %s has its options in groups', async (command) => {
    const help = await helpOf(command);
    expect(help).not.toMatch(/^Options:$/m);
    expect(help.match(/^\S.*:$/gm)?.length).toBeGreaterThan(5);
  });
});
