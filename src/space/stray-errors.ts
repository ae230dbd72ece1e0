/** Errors that modules throw outside of any call: in a timer, or by a promise that is never awaited. */

import { SpaceError } from './errors.js';
import { messageOf } from './space-text.js';

/** Paths of the modules imported on this thread. */
const modules = new Set<string>();

/** Remembers that a module is imported on this thread and may cause stray errors. */
export function rememberModule(path: string): void {
  modules.add(path);
}

/**
 * Returns the error to report for one that was thrown outside of any call.
 * @returns a SpaceError that names the module in its stack, by default the latest module; if none was imported on this thread, the error
 * itself
 */
export function strayError(thrown: unknown): unknown {
  const stack = thrown instanceof Error ? String(thrown.stack) : '';
  const path = [...modules].find((each) => stack.includes(each)) ?? [...modules].at(-1);
  if (path === undefined || thrown instanceof SpaceError) return thrown;
  return new SpaceError(`the module ${path} throws outside of its functions: ${reasonOf(thrown)}`, { cause: thrown });
}

/** Returns the message of a thrown value. If a promise was rejected without an error, it is Node's text for the value. */
function reasonOf(thrown: unknown): string {
  const message = messageOf(thrown);
  return /The promise rejected with the reason ("[^"]*")/.exec(message)?.[1] ?? message;
}

/** Makes stray errors end this worker thread with the error to report. */
export function reportStrayErrors(): void {
  process.on('uncaughtException', (thrown) => {
    throw strayError(thrown);
  });
}
