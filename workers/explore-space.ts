/** Piscina entry point: a worker that explores a state space. */

import { releaseSpace, work } from '../src/engines/claims/worker.js';

export { releaseSpace as release };

export default work;
