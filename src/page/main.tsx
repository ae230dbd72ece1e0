/** The page: everything that it shows is drawn here, from what its address says. */

import { render } from 'preact';
import { App } from './app.js';
import { Explorer } from './explorer.js';

const explorer = new Explorer();
explorer.start();
render(<App explorer={explorer} />, document.querySelector('#page') as HTMLElement);
