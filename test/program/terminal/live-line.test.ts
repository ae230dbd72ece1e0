import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LiveLine } from '#src/program/terminal/live-line.js';

interface Size {
  columns: number;
  readonly rows: number;
}

/** A stream that says that it is a terminal, and its screen: all its lines, as if it were of any height. */
function terminal(size: Size) {
  const stream = Object.assign(new PassThrough(), { isTTY: true, ...size });
  return { stream: stream as unknown as NodeJS.WriteStream, screen: () => screenOf(String(stream.read() ?? '')) };
}

const CLEAR_LINE = '\r\u001b[2K';
const CLEAR_LINE_ABOVE = '\u001b[1A\u001b[2K';
const SEQUENCE = new RegExp(
  `(${[CLEAR_LINE, CLEAR_LINE_ABOVE].map((text) => text.replaceAll('[', '\\[')).join('|')}|\n)`,
);

/** The lines of a screen to which a text was written, of the control sequences those of the live lines. */
function screenOf(written: string): string[] {
  const lines = [''];
  let row = 0;
  for (const piece of written.split(SEQUENCE)) {
    if (piece === '\n') lines[++row] ??= '';
    else if (piece === CLEAR_LINE) lines[row] = '';
    else if (piece === CLEAR_LINE_ABOVE) lines[--row] = '';
    else lines[row] += piece;
  }
  return lines;
}

test('several lines are drawn over one another, within the width and the height of the terminal', async () => {
  const { stream, screen } = terminal({ columns: 20, rows: 4 });
  let count = 1;
  const line = new LiveLine(stream, () => Array.from({ length: count }, (_, k) => `${k} ${'x'.repeat(50)}`).join('\n'));
  await setTimeout(150);
  count = 5;
  await setTimeout(350);
  const drawn = screen();
  expect(drawn).toHaveLength(3);
  for (const [k, text] of drawn.entries()) expect(text).toBe(`${k} ${'x'.repeat(17)}`);
  line.end();
});

test('nothing of them is left when they become fewer, a message is said, and they end', async () => {
  const { stream, screen } = terminal({ columns: 80, rows: 24 });
  let text = 'one\ntwo\nthree';
  const line = new LiveLine(stream, () => text);
  await setTimeout(150);
  text = 'alone';
  await setTimeout(150);
  text = 'four\nfive';
  await setTimeout(150);
  line.say('a message');
  await setTimeout(150);
  line.end();
  expect(screen().join('\n').trimEnd()).toBe('a message');
});

test('a terminal that becomes narrower folds lines, and they are wiped out all the same', async () => {
  const { stream, screen } = terminal({ columns: 41, rows: 24 });
  const line = new LiveLine(stream, () => `${'x'.repeat(40)}\n${'y'.repeat(10)}`);
  await setTimeout(150);
  const drawn = screen();
  stream.columns = 21;
  line.end();
  // Of the first line's 40 characters, 20 have gone to a row below.
  expect(drawn).toEqual(['x'.repeat(40), 'y'.repeat(10)]);
  expect(String(stream.read())).toBe(CLEAR_LINE + CLEAR_LINE_ABOVE.repeat(2));
});
