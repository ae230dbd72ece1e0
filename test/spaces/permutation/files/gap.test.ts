import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { parseGap } from '#src/spaces/permutation/gap.js';

const read = (text: string) =>
  parseGap(text, 'generators').generators.map(({ name, images }) => `${name}: ${images.join(' ')}`);

describe("permutations in GAP's notation", () => {
  const expected = ['g1: 1 2 0 4 3', "g1': 2 0 1 4 3", 'g2: 1 0 2 3 4'];

  test.each([
    ['a group', 'Group((1,2,3)(4,5),(1,2))'],
    ['an assigned group', 'g := Group( (1,2,3)(4,5), (1,2) );'],
    ['a group of a list', 'g := Group([(1,2,3)(4,5), (1,2)]);'],
    ['a group of a list and its identity', 'Group([(1,2,3)(4,5), (1,2)], ());'],
    ['a list', '[(1,2,3)(4,5),(1,2)]'],
    ['permutations alone', '(1,2,3)(4,5); (1,2);'],
    ['spaces instead of commas', 'Group((1 2 3)(4 5), (1 2))'],
    ['lines that continue', 'Group((1,2,\\\n3)(4,5),\n# the second\n(1,2));;'],
    ['a list with a name', 'gens := [(1,2,3)(4,5),(1,2)]; g := Group(gens);'],
  ])('are read from %s', (_, text) => {
    expect(read(text)).toEqual(expected);
  });

  test('keep the names to which they are assigned', () => {
    expect(read('a := (1,2,3);\nb := (1,2);\nGroup(a, b, (2,3));')).toEqual([
      'a: 1 2 0',
      "a': 2 0 1",
      'b: 1 0 2',
      'g3: 0 2 1',
    ]);
    expect(read('g2 := (1,2); Group(g2, (2,3));')).toEqual(['g2: 1 0 2', 'g2_: 0 2 1']);
  });

  test('have numbers of one length, so that none is called like a power of another', () => {
    const cycles = Array.from({ length: 12 }, (_, i) => `(${i + 1},${i + 2},${i + 3},${i + 4})`);
    const names = parseGap(`Group(${cycles.join()})`, 'powers').generators.map(({ name }) => name);
    expect(names.slice(0, 4)).toEqual(['g01', 'g012', "g01'", 'g02']);
    expect(names.slice(-3)).toEqual(['g12', 'g122', "g12'"]);
  });

  test('continue after a backslash at the end of a line', () => {
    expect(read('(1,1\\\n2)')[0]).toBe('g1: 11 1 2 3 4 5 6 7 8 9 10 0');
  });

  test('are counted before lists of lists grow too large', () => {
    const lists = Array.from({ length: 60 }, (_, i) => `l${i + 1} := [l${i}, l${i}];`);
    expect(() => read(`l0 := (1,2); ${lists.join('')}`)).toThrow(
      new InputError('there are more than 1000 permutations'),
    );
  });

  test('can be only the identity', () => {
    expect(read('Group(())')).toEqual(['g1: 0']);
  });

  test.each([
    ['', 'the file has no permutations; write them like Group((1,2,3),(1,2))'],
    ['g := Group((1,2)', "line 1: expected ')', found the end of the file"],
    ['Group((1,2)) Group((1,2))', "line 1: expected ';', found 'Group'"],
    ['Group((1,2));\nGroup((1,3));', 'the file has 2 groups, but only one is expected: remove the others'],
    ['[(1,2)]; [(1,3)];', 'the file has 2 lists, but only one is expected: remove the others'],
    ['Group()', "line 1: expected a permutation or a list, found ')'"],
    ['[]', "line 1: expected a permutation, found ']'"],
    ['[[(1,2)]]', "line 1: expected a permutation, found '['"],
    ['Group(a)', "line 1: expected a permutation or a list, found 'a'"],
    ['\nSize(g);', "line 2: expected cycles, a list of permutations or Group(...), found 'Size'"],
    ['(1,2)^-1;', 'line 1: products and powers are not calculated: write each permutation in cycles'],
    [
      'a := (1,2);\nb := a * (1,3);',
      'line 2: products and powers are not calculated: write each permutation in cycles',
    ],
    ['(1,2', "line 1: expected a point from 1 to 255 or ')', found the end of the file"],
    ['# one\n\n(1,256)', "line 3: expected a point from 1 to 255 or ')', found '256'"],
    ['(0,1)', "line 1: expected a point from 1 to 255 or ')', found '0'"],
    ['(1,2)(2,3)', "line 1: expected points that are not in the permutation yet, found '2'"],
    ['a := (1,2); b := (1,2,\\\n3;', "line 2: expected a point from 1 to 255 or ')', found ';'"],
  ])('are refused with the line of the fault: %j', (text, message) => {
    expect(() => read(text)).toThrow(new InputError(message));
  });
});
