/** The call of the program, and the provenance of its results. */

import { cpus } from 'node:os';
import type { Provenance } from '../../base/provenance.js';
import { addressWithoutPassword } from '../../base/text/address.js';
import { shellCommand } from '../../base/text/shell-command.js';

/** The call of the program. */
export interface Call {
  /** Version of the program. */
  readonly version: string;
  /** The arguments, without the program's name. */
  readonly argv: readonly string[];
}

/** Returns the call without the password of an address, so that it can be stored. */
export function withoutPassword(call: Call, url: string): Call {
  const shown = addressWithoutPassword(url);
  return { ...call, argv: call.argv.map((word) => word.replace(url, () => shown)) };
}

/** Returns the provenance of a new result. @param threads number of threads that made it, if any */
export function provenanceOf({ version, argv }: Call, threads: number | null): Provenance {
  const processors = cpus();
  return {
    version,
    command: shellCommand(['antipode', ...argv]),
    date: new Date().toISOString(),
    node: process.version,
    // Some systems do not report their processors.
    processor: { model: processors[0]?.model.trim() || 'unknown', count: processors.length },
    threads,
  };
}
