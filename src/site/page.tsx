/**
 * The page of the site, which sends its requests to a worker. Workers are started from a blob, since those inherit the policy of the
 * page: nothing in them, such as a module of a user, reaches the network.
 */

import manifest from '#package.json' with { type: 'json' };
import { startPage } from '../page/page.js';
import { isolate } from './isolation.js';
import { sendTo } from './transport.js';

await isolate();
/** Text of the workers' script, which `antipode.html` holds. */
const held = document.querySelector('#worker')?.textContent;
const script = held ?? `importScripts(${JSON.stringify(new URL('worker.js', document.baseURI))});`;
const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
startPage(sendTo(new Worker(address, { name: 'app' })), {
  what: 'The worker of this page',
  advice: 'If it does not return, load the page again.',
  version: manifest.version,
});
