import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FULL } from '../suite.js';

const RECORDER = fileURLToPath(new URL('./record.mjs', import.meta.url));
const PART = FULL ? ['--here'] : ['--fast', '--here'];

test('the program prints and writes what was recorded', async () => {
  const child = spawn(process.execPath, [RECORDER, '--check', ...PART]);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text));
  await once(child, 'close');
  expect(printed).toMatch(/^\d+ cases, \d+ outputs, [\d.]+ s\n0 differences\n$/);
});
