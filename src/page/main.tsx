/** The entry point of the page. */

import './style/colours.css';
import './style/tile-colours.css';
import './style/text.css';
import './controls/controls.css';
import { render } from 'preact';
import { Explorer } from './explorer/explorer.js';
import { Page } from './page.js';
import './style/preferences.css';

const explorer = new Explorer();
explorer.start();
render(<Page explorer={explorer} />, document.querySelector('#page') as HTMLElement);
