/** The page of `antipode serve`, which sends its requests to the server that it comes from. */

import { startPage } from './page.js';

startPage((path, init) => fetch(path, init));
