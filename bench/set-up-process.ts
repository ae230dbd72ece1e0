/**
 * Prints the seconds that the set-up of a puzzle takes in a new process: its numbering, compiled moves and memory layout. Code that is
 * usually loaded on demand is loaded before.
 */

import '../src/spaces/permutation/group-space.js';
import '../src/spaces/puzzles/known-puzzles.js';
import { groupsEngine } from '../src/engines/groups/engine.js';

const begin = performance.now();
const plan = await groupsEngine.plan({ kind: 'known', space: process.argv[2] }, { table: true, first: 10 });
if ('refused' in plan) throw new Error(`the engine ${plan.refused}`);
process.stdout.write(`${(performance.now() - begin) / 1000}\n`);
