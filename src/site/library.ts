/** The library as a script that a page imports, with its worker beside it. */

import { provideTasks } from '#machine/workers.js';
import { TASKS } from './tasks.js';

provideTasks({ script: new URL('./worker.js', import.meta.url), files: TASKS });

export * from '../browser.js';
