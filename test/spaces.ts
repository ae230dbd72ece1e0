/** State spaces as modules: those of test/fixtures/spaces, and modules that a test writes. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModuleSpace } from '#src/space/space.js';

/** Returns the source of test/fixtures/spaces/NAME.js. */
export function fixtureSpace(name: string): ModuleSpace {
  return {
    kind: 'module',
    path: fileURLToPath(new URL(`./fixtures/spaces/${name.includes('.') ? name : `${name}.js`}`, import.meta.url)),
  };
}

/** The code of a ring of 1000 states, on which the modules of `ringModule` are based. */
const RING = `const ring = {
  name: 'ring', size: 1000, starts: [0], moves: ['left', 'right'], reversible: true,
  neighbours(state, next) { next[0] = (state + 999) % 1000; next[1] = (state + 1) % 1000; },
  format: (state) => 'r' + state,
  parse: (text) => Number(text.slice(1)),
};
`;

/** Returns the code of a module that exports the ring with other fields. */
export function ringModule(fields = ''): string {
  return `${RING}export default { ...ring, ${fields} };\n`;
}

/** A folder of modules. */
export class ModuleFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'antipode-spaces-'));
  #written = 0;

  write(code: string, name = `space${this.#written++}.mjs`): ModuleSpace {
    const path = join(this.path, name);
    writeFileSync(path, code);
    return { kind: 'module', path };
  }

  /** Writes a module that exports the ring with other fields. */
  ring(fields = ''): ModuleSpace {
    return this.write(ringModule(fields));
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
