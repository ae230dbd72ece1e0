/** The script of the library's threads. */

import { performTasks, provideTasks } from '#machine/workers.js';
import { TASKS } from './tasks.js';

provideTasks({ script: import.meta.url, files: TASKS });
performTasks();
