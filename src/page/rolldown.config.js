/** The page in four files, small, for browsers of the last years: one script and one style sheet, of the parts here. */

import { readFileSync } from 'node:fs';

/** In the order in which later ones go before earlier ones. */
const STYLES = [
  'colours',
  'text',
  'controls',
  'layout',
  'board',
  'moves',
  'chart',
  'choices',
  'comparison',
  'help',
  'preferences',
];

const own = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
/** Without comments and the space that only people need. */
const plain = (css) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .trim();

export default {
  input: 'src/page/main.tsx',
  platform: 'browser',
  resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
  transform: { target: 'es2022' },
  output: { dir: 'dist/page', entryFileNames: 'page.js', format: 'esm', minify: true, codeSplitting: false },
  plugins: [
    {
      name: 'files beside the script',
      generateBundle() {
        const css = STYLES.map((name) => plain(own(`style/${name}.css`))).join('\n');
        this.emitFile({ type: 'asset', fileName: 'page.css', source: css });
        for (const name of ['index.html', 'icon.svg']) {
          this.emitFile({ type: 'asset', fileName: name, source: own(name) });
        }
      },
    },
  ],
};
