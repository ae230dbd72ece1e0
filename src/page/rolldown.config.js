/** The page of `antipode serve` in four files, small: one script and one style sheet. */

import { forBrowsers, own, styles } from './bundle.js';

export default {
  ...forBrowsers,
  input: 'src/page/served.ts',
  output: { dir: 'dist/page', entryFileNames: 'page.js', format: 'esm', minify: true, codeSplitting: false },
  plugins: [
    {
      name: 'files beside the script',
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'page.css', source: styles() });
        for (const name of ['index.html', 'icon.svg']) {
          this.emitFile({ type: 'asset', fileName: name, source: own(name) });
        }
      },
    },
  ],
};
