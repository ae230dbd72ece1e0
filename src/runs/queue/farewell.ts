/** The last commands to a server, which may be gone. */

import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds that a server has for them. */
const LONGEST_FAREWELL = 2000;

/** Waits for the last commands to a server. One that is gone need not be told, so nothing is thrown if they fail. */
export async function beforeFarewell(commands: Promise<void>): Promise<void> {
  await Promise.race([commands.catch(() => {}), wait(LONGEST_FAREWELL, undefined, { ref: false })]);
}
