/** How much memory a process has taken: for limits that are to hold whoever started it. */

import { readFileSync } from 'node:fs';

/**
 * The most bytes that this process has had resident since its program was loaded. On Linux resourceUsage().maxRSS also holds what the
 * process had that started it, at that moment.
 */
export function peakMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
