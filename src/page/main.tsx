/** The entry point of the page. */

import './colours.css';
import './tile-colours.css';
import './text.css';
import './controls.css';
import './preferences.css';
import { render } from 'preact';
import { Explorer } from './explorer/explorer.js';
import { Page } from './page.js';

const explorer = new Explorer();
explorer.start();
render(<Page explorer={explorer} />, document.querySelector('#page') as HTMLElement);
