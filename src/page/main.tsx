/** The page: everything that it shows is drawn here, from what its address says. */

import { render } from 'preact';
import { Explorer } from './explorer/explorer.js';
import { Page } from './page.js';

const explorer = new Explorer();
explorer.start();
render(<Page explorer={explorer} />, document.querySelector('#page') as HTMLElement);
