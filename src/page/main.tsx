/** The page: everything that it shows is drawn here, from what its address says. */

import { render } from 'preact';

render(<main>antipode</main>, document.querySelector('#page') as HTMLElement);
