import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { liveLine } from '#src/program/terminal/live-line.js';

interface Size {
  columns: number;
  readonly rows: number;
}

/** Returns a stream that acts as a terminal, and its screen with all lines, as if its height were unlimited. */
function terminal(size: Size) {
  const stream = Object.assign(new PassThrough(), { isTTY: true, ...size });
  return { stream: stream as unknown as NodeJS.WriteStream, screen: () => screenOf(String(stream.read() ?? '')) };
}

const CLEAR_LINE = '\r\u001b[2K';
const CLEAR_LINE_ABOVE = '\u001b[1A\u001b[2K';
const SEQUENCE = new RegExp(
  `(${[CLEAR_LINE, CLEAR_LINE_ABOVE].map((text) => text.replaceAll('[', '\\[')).join('|')}|\n)`,
);

/** Returns the lines of a screen after a text was written, with the control sequences of live lines. */
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

test('several lines replace the previous ones, within the width and the height of the terminal', async () => {
  const { stream, screen } = terminal({ columns: 20, rows: 4 });
  let count = 1;
  const line = liveLine(stream, () => Array.from({ length: count }, (_, k) => `${k} ${'x'.repeat(50)}`).join('\n'));
  await setTimeout(150);
  count = 5;
  await setTimeout(350);
  const drawn = screen();
  expect(drawn).toHaveLength(3);
  for (const [k, text] of drawn.entries()) expect(text).toBe(`${k} ${'x'.repeat(17)}`);
  line.end();
});

test('lines are cleared completely when there are fewer of them, after a message, and at the end', async () => {
  const { stream, screen } = terminal({ columns: 80, rows: 24 });
  let text = 'one\ntwo\nthree';
  const line = liveLine(stream, () => text);
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

test('lines that a narrower terminal folds are cleared completely', async () => {
  const { stream, screen } = terminal({ columns: 41, rows: 24 });
  const line = liveLine(stream, () => `${'x'.repeat(40)}\n${'y'.repeat(10)}`);
  await setTimeout(150);
  const drawn = screen();
  stream.columns = 21;
  line.end();
  // 20 of the 40 characters of the first line are now in the row below.
  expect(drawn).toEqual(['x'.repeat(40), 'y'.repeat(10)]);
  expect(String(stream.read())).toBe(CLEAR_LINE + CLEAR_LINE_ABOVE.repeat(2));
});

test('without a terminal nothing is drawn but messages', async () => {
  const stream = new PassThrough();
  const line = liveLine(stream, () => 'progress');
  await setTimeout(150);
  line.say('a message');
  line.end();
  expect(String(stream.read())).toBe('a message\n');
});
