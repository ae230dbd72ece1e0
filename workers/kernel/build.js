/**
 * Compiles the kernels to dist/workers in one process. Loading the compiler takes longer than compiling a kernel, so a call of `asc`
 * for each kernel would take three times as long.
 */

import asc from 'assemblyscript/asc';

for (const kernel of ['layers', 'census', 'groups', 'patterns', 'ida-star', 'pattern-search']) {
  const { stdout, stderr } = process;
  const { error } = await asc.main(['--config', `workers/kernel/${kernel}.json`], { stdout, stderr });
  // The compiler has printed the error.
  if (error !== null) process.exitCode = 1;
}
