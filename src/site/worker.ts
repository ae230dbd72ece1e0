/**
 * The script of all workers of the site. The name of a worker tells what it does: it holds the app, which answers the page's requests, or
 * it is a thread that performs the tasks of a file of workers.
 */

import { performTasks, provideTasks } from '#machine/workers.js';
import { TASKS } from './tasks.js';

provideTasks({
  script: location.href,
  type: 'classic',
  files: {
    ...TASKS,
    'census-layers': () => import('../../workers/census-layers.js'),
    'depths-of-layers': () => import('../../workers/depths-of-layers.js'),
    'pass-states': () => import('../../workers/pass-states.js'),
    'prepare-databases': () => import('../../workers/prepare-databases.js'),
    'search-anytime': () => import('../../workers/search-anytime.js'),
    'run-search': () => import('../../workers/run-search.js'),
    'search-first-moves': () => import('../../workers/search-first-moves.js'),
    'survey-layers': () => import('../../workers/survey-layers.js'),
  },
});

if (self.name !== 'app') performTasks();
else {
  const answers = import('./app.js').then(({ openAnswers }) => openAnswers());
  addEventListener('message', async ({ data }) => (await answers)(data));
}
