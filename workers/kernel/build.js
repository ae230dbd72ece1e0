/**
 * Compiles the kernels to dist/workers. In one process: to load the compiler takes longer than to compile any of them, so that a
 * call of `asc` for each takes three times as long.
 */

import asc from 'assemblyscript/asc';

for (const kernel of ['layers', 'census', 'ida-star']) {
  const { error, stderr } = await asc.main(['--config', `workers/kernel/${kernel}.json`]);
  if (error !== null) {
    process.stderr.write(`${kernel}: ${stderr}\n`);
    process.exit(1);
  }
}
