/**
 * Compiles the kernels to dist/workers in one process. Loading the compiler takes longer than compiling a kernel, so a call of `asc`
 * for each kernel would take three times as long. That takes half of the time of a build, so what was compiled from the same files by the
 * same compiler is kept in node_modules/.cache.
 */

import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';

const [FROM, TO, KEPT] = ['workers/kernel', 'dist/workers', 'node_modules/.cache/kernels'];
const sources = [...readdirSync(FROM).map((name) => `${FROM}/${name}`), 'node_modules/assemblyscript/package.json'];
const hash = createHash('sha256');
for (const path of sources) hash.update(`${path}\0`).update(readFileSync(path));
const kept = `${KEPT}/${hash.digest('hex')}`;

if (existsSync(kept)) cpSync(kept, TO, { recursive: true });
else {
  const { default: asc } = await import('assemblyscript/asc');
  for (const kernel of ['layers', 'census', 'groups', 'patterns', 'ida-star', 'pattern-search', 'coordinate-layers', 'coordinate-search']) {
    const { stdout, stderr } = process;
    const { error } = await asc.main(['--config', `${FROM}/${kernel}.json`], { stdout, stderr });
    // The compiler has printed the error.
    if (error !== null) process.exitCode = 1;
  }
  if (process.exitCode === undefined) {
    rmSync(KEPT, { recursive: true, force: true });
    const inWork = `${KEPT}/${process.pid}`;
    cpSync(TO, inWork, { recursive: true, filter: (path) => path === TO || path.endsWith('.wasm') });
    renameSync(inWork, kept);
  }
}
