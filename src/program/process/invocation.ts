/** The invocation of a command, passed by `main` to its action. */

import type { Call } from './call.js';
import type { Io } from './io.js';

export interface Invocation {
  readonly call: Call;
  readonly io: Io;
  /** Sets the exit status of a command that ends without an error. @default 0 */
  endWith(status: number): void;
}
