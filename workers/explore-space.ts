/** Piscina entry point: a worker that explores a state space. */

import { releaseSpace, work } from '../src/engines/general/layers.js';
import { reportStrayErrors } from '../src/space/definition.js';

reportStrayErrors();

export { releaseSpace as release };

export default work;
