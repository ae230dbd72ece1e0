/** The last commands to a server, which may be gone. */

import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds that a server has for them. */
const LONGEST_FAREWELL = 2000;

/** Waits for the last commands to a server, but not for one that is gone. @throws the error of the commands, if they fail in time */
export async function beforeFarewell(commands: Promise<void>): Promise<void> {
  await Promise.race([commands, wait(LONGEST_FAREWELL, undefined, { ref: false })]);
}
