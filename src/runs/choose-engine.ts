/** Which engine explores a space: the first one that accepts it, the fastest asked first. */

import { InputError } from '../base/input-error.js';
import { multiTileEngine, singleTileEngine } from '../engines/bits/engine.js';
import type { Engine, EngineName, EnginePlan, Need } from '../engines/engine.js';
import type { SpaceSource } from '../space/space-source.js';

/** Fastest first. */
const ENGINES: readonly (readonly [EngineName, () => Promise<Engine>])[] = [
  ['bits', async () => singleTileEngine],
  ['sweeps', async () => multiTileEngine],
  ['claims', async () => (await import('../engines/claims/engine.js')).claimsEngine],
];

/**
 * Asks engines for a plan.
 * @param only the engine to ask; by default all of them
 * @throws InputError if no engine accepts the space; as Engine.plan
 */
export async function planRun(source: SpaceSource, need: Need, only?: EngineName): Promise<EnginePlan> {
  const asked = ENGINES.filter(([name]) => only === undefined || name === only);
  const refusals: string[] = [];
  for (const [name, load] of asked) {
    const plan = await (await load()).plan(source, need);
    if (!('refused' in plan)) return plan;
    refusals.push(`${name} ${plan.refused}`);
  }
  throw new InputError(`no engine explores this space: ${refusals.join(', ')}`);
}
