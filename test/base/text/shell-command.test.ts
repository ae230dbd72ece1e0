import { expect, test } from 'vitest';
import { shellCommand } from '#src/base/text.js';

test('quotes the words that a shell would split or change', () => {
  expect(shellCommand(['antipode', 'out/3x3.table', '--threads=2', 'a b', "it's", '$HOME', ''])).toBe(
    "antipode out/3x3.table --threads=2 'a b' 'it'\\''s' '$HOME' ''",
  );
});
