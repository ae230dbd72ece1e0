/** The peak memory of a process, for limits that do not depend on the process that started it. */

import { readFileSync } from 'node:fs';

/**
 * Returns the maximum number of resident bytes since the program was loaded. On Linux, resourceUsage().maxRSS also includes the resident
 * bytes of the parent process at the start.
 */
export function peakMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
