/** What the threads of explorations and searches perform, by the names of the files of workers. */

import type { TaskFile } from '#machine/workers.js';

export const TASKS = {
  'advance-layers': () => import('../../workers/advance-layers.js'),
  'advance-placements': () => import('../../workers/advance-placements.js'),
  'explore-space': () => import('../../workers/explore-space.js'),
  'gather-blocks': () => import('../../workers/gather-blocks.js'),
  'search-beams': () => import('../../workers/search-beams.js'),
  'search-leaves': () => import('../../workers/search-leaves.js'),
} satisfies Readonly<Record<string, () => Promise<TaskFile>>>;
