/**
 * Runs the tests of what is built, and beside them types and lint: `node test/run.js` takes a sample of what is expensive,
 * `node test/run.js full` all of it. Ends with 1 if anything fails.
 */

import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const full = process.argv[2] === 'full';

/** Runs a command of a package that is installed here; resolves with what it has printed, unless that is inherited, and whether it has succeeded. */
function run(words, stdio, env = {}) {
  return new Promise((resolve, reject) => {
    const [command, ...rest] = words;
    const path = fileURLToPath(new URL(`../node_modules/.bin/${command}`, import.meta.url));
    const child = spawn(path, rest, { stdio, env: { ...process.env, ...env } });
    const pieces = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => pieces.push(piece));
    child.on('error', reject);
    child.on('close', (status) => resolve({ words, output: Buffer.concat(pieces), succeeded: status === 0 }));
  });
}

/** Runs commands one after the other. tsc collects no garbage: that saves 40 % of its processor time, and takes up to 0.8 GB. */
async function inTurn(commands) {
  const outcomes = [];
  for (const words of commands) outcomes.push(await run(words, ['ignore', 'pipe', 'pipe'], { GOGC: 'off' }));
  return outcomes;
}

const TYPES_AND_LINT = [
  ['tsc', '--project', 'test'],
  ['tsc', '--project', 'src/page'],
  ['tsc', '--project', 'src/site'],
  ['tsc', '--project', 'test/browser'],
  ['biome', 'check'],
];

const [tests, checks] = await Promise.all([
  run(['vitest', 'run'], 'inherit', full ? { ANTIPODE_TESTS: 'full' } : {}),
  inTurn(TYPES_AND_LINT),
]);
for (const { words, output, succeeded } of checks) {
  process.stdout.write(`${words.join(' ')}: ${succeeded ? 'no faults' : 'faults'}\n`);
  if (!succeeded) process.stdout.write(output);
}
process.exitCode = [tests, ...checks].every(({ succeeded }) => succeeded) ? 0 : 1;
if (!full) {
  process.stdout.write(
    'Left out: the full numbers of faults, floods, kills, random inputs and large boards, the package as it is installed, and the tests in a browser; npm run test:full runs them\n',
  );
  if (spawnSync('redis-server', ['--version']).error !== undefined) {
    process.stdout.write(
      'Left out: the tests of runs on several machines, for there is no redis-server on the PATH; apt-get install redis-server\n',
    );
  }
  const withNumpy = ['python3', '/usr/bin/python3'].some(
    (path) => spawnSync(path, ['-c', 'import numpy']).status === 0,
  );
  if (!withNumpy) {
    process.stdout.write(
      'Left out: the tests of the Python package, for there is no python3 with numpy; apt-get install python3-numpy\n',
    );
  }
}
