/** Piscina entry point: a worker that explores a state space. */

import { releaseSpace, work } from '../src/engines/claims/worker.js';
import { reportStrayErrors } from '../src/space/stray-errors.js';

reportStrayErrors();

export { releaseSpace as release };

export default work;
