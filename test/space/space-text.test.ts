import { expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { type NumberedStates, readState, SpaceError, writeState } from '#src/space/definition.js';

const letters: NumberedStates = {
  name: 'letters',
  size: 3,
  starts: [0],
  moves: ['on'],
  reversible: false,
  neighbours(state, next) {
    next[0] = (state + 1) % 3;
  },
  format: (state) => 'abc'[state],
  parse(text) {
    if (text.length !== 1) throw new Error('expected\na letter');
    return text.charCodeAt(0) - 97;
  },
};

test('reads its own texts, with white space around them', () => {
  for (const state of [0, 1, 2]) expect(readState(letters, ` ${writeState(letters, state)}\r`)).toBe(state);
});

test.each([
  ['ab', "'ab' is not a state of letters: expected·a letter"],
  ['d', "'d' is not a state of letters: its states are the numbers 0 to 2, and this would be 3"],
  ['', "'' is not a state of letters: expected·a letter"],
  ['a'.repeat(2001), `a state has at most 2000 characters, found more: '${'a'.repeat(40)}...'`],
])('refuses %j', (text, message) => {
  expect(() => readState(letters, text)).toThrow(new InputError(message));
});

test("passes on a space's message about wrong input", () => {
  const strict: NumberedStates = {
    ...letters,
    parse: () => {
      throw new InputError('a letter is one of a, b, c');
    },
  };
  expect(() => readState(strict, 'x')).toThrow(new InputError('a letter is one of a, b, c'));
});

test('names the state that has no text', () => {
  const mute: NumberedStates = {
    ...letters,
    format: () => {
      throw new Error('lost');
    },
  };
  expect(() => writeState(mute, 2)).toThrow(new SpaceError('the space letters cannot write state number 2: lost'));
});
