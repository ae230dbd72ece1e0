/** Programs in a separate process, which counts the threads that are started. */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const PROCESSORS = fileURLToPath(new URL('../fixtures/processors.cjs', import.meta.url));

/**
 * Runs a program in a separate process, and returns its JSON output, in which `threads` is the number of threads started.
 * @param processors number of processors as reported by Node; by default the real number
 */
export function inProcess(program: string, processors?: number) {
  const counting = `
    const { createRequire, syncBuiltinESMExports } = require('node:module');
    const workers = require('node:worker_threads');
    let threads = 0;
    let ended;
    workers.Worker = class extends workers.Worker {
      constructor(...given) {
        super(...given);
        threads++;
        ended = new Promise((resolve) => this.once('exit', resolve));
      }
    };
    const { explore } = await import('#src/runs/explore.js');
  `;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      ...(processors === undefined ? [] : ['--require', PROCESSORS]),
      '--eval',
      `(async () => {${counting}${program}})()`,
    ],
    {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      encoding: 'utf8',
      timeout: 60_000,
      env: { ...process.env, PROCESSORS: String(processors) },
    },
  );
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return JSON.parse(stdout);
}
