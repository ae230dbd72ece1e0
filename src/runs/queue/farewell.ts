/** The last commands to a server, which may be unreachable. */

import { setTimeout as wait } from 'node:timers/promises';

/** Maximum milliseconds for these commands. */
const LONGEST_FAREWELL = 2000;

/** Waits for the last commands to a server. Failures are ignored, because an unreachable server needs no commands. */
export async function beforeFarewell(commands: Promise<void>): Promise<void> {
  await Promise.race([commands.catch(() => {}), wait(LONGEST_FAREWELL, undefined, { ref: false })]);
}
