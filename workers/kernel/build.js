/**
 * Compiles the kernels to dist/workers. In one process: to load the compiler takes longer than to compile any of them, so that a
 * call of `asc` for each takes three times as long.
 */

import asc from 'assemblyscript/asc';

for (const kernel of ['layers', 'census', 'groups', 'patterns', 'ida-star', 'pattern-search']) {
  const { stdout, stderr } = process;
  const { error } = await asc.main(['--config', `workers/kernel/${kernel}.json`], { stdout, stderr });
  // It has said what is wrong.
  if (error !== null) process.exitCode = 1;
}
