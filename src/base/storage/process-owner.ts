/** Processes that hold something, and the check that they still run. */

import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Field of /proc/<pid>/stat after the name in brackets: when the process began, in ticks since the machine started. */
const BEGAN_FIELD = 19;

/** A process of some machine. */
export interface ProcessOwner {
  readonly pid: number;
  readonly host: string;
  /** When it began, in ticks since its machine started; empty if the system does not say. */
  readonly began: string;
}

/** Returns this process. */
export function thisProcess(): ProcessOwner {
  return { pid: process.pid, host: hostname(), began: beganOf(process.pid) };
}

/** Returns the process that a text names; undefined if it names none. */
export function parseOwner(text: string): ProcessOwner | undefined {
  try {
    const { pid, host, began } = JSON.parse(text) as Partial<ProcessOwner>;
    // Numbers from 1 are processes; others mean several of them.
    if (!Number.isSafeInteger(pid) || Number(pid) < 1) return undefined;
    if (typeof host !== 'string' || typeof began !== 'string') return undefined;
    return { pid: Number(pid), host, began };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Returns whether a process runs, as far as this one can see. */
export function isAlive(owner: ProcessOwner, self: ProcessOwner): boolean {
  // Nothing is known of processes on another machine.
  if (owner.host !== self.host) return true;
  if (owner.pid === self.pid) return owner.began === self.began;
  // Asked first: if it is there after that, it was hidden and not gone.
  const began = beganOf(owner.pid);
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    // A process of another user may not be asked, but it exists.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // /proc may hide when another user's process began (hidepid): then its number is all that is known.
  return began === '' || began === owner.began;
}

/** Returns when a process began, in ticks; an empty text if the system does not say. */
function beganOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[BEGAN_FIELD] ?? '';
  } catch {
    // Only Linux has this file.
    return '';
  }
}
