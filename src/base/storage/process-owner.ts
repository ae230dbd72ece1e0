/** Processes that hold something, and the check that they still run. */

import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Index of a field of /proc/<pid>/stat after the name in brackets: start time of the process, in ticks since the machine started. */
const BEGAN_FIELD = 19;

/** A process on some machine. */
export interface ProcessOwner {
  readonly pid: number;
  readonly host: string;
  /** Start time of the process, in ticks since its machine started; empty if it is unknown. */
  readonly began: string;
}

/** Returns this process. */
export function thisProcess(): ProcessOwner {
  return { pid: process.pid, host: hostname(), began: beganOf(process.pid) };
}

/** Parses a process; returns undefined if the text is not one. */
export function parseOwner(text: string): ProcessOwner | undefined {
  try {
    const { pid, host, began } = JSON.parse(text) as Partial<ProcessOwner>;
    // Numbers from 1 are processes; others refer to groups of processes.
    if (!Number.isSafeInteger(pid) || Number(pid) < 1) return undefined;
    if (typeof host !== 'string' || typeof began !== 'string') return undefined;
    return { pid: Number(pid), host, began };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Returns true if a process runs, as far as this process can see. */
export function isAlive(owner: ProcessOwner, self: ProcessOwner): boolean {
  // Processes on another machine cannot be checked.
  if (owner.host !== self.host) return true;
  if (owner.pid === self.pid) return owner.began === self.began;
  // Read first: if the process exists afterwards, its start time was hidden.
  const began = beganOf(owner.pid);
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    // A process of another user cannot be signalled, but it exists.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  // /proc may hide the start time of another user's process (hidepid). Then only its number is known.
  return began === '' || began === owner.began;
}

/** Returns the start time of a process in ticks; an empty text if it is unknown. */
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
