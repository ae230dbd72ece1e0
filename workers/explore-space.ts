/** Piscina entry point: a worker that explores a state space. */

import { release, work } from '../src/engines/claims/worker.js';

/** Lets the coordinator wait until a worker has started. */
export function ready(): void {}

export { release };

export default work;
