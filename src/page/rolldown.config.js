/** The page in four files, small, for browsers of the last years: one script and one style sheet. */

import { readdirSync, readFileSync } from 'node:fs';

const own = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
/** Without comments and the blanks that only people need. */
const plain = (css) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .trim();

/**
 * The beginnings of style sheets' paths in their order, in which a later rule overrides an earlier one: basic styles, drawings, the
 * panels that show them, and last the colours that a reader's system forces.
 */
const ORDER = [
  'colours',
  'tile-colours',
  'text',
  'controls',
  'layout',
  'states/picture',
  'states/',
  'charts/',
  'help',
  'play/',
  'searches/',
];
const LAST = 'preferences';

/** Returns all style sheets of the folder as one. */
function styles() {
  const names = readdirSync(new URL('.', import.meta.url), { recursive: true }).filter((name) => name.endsWith('.css'));
  const inOrder = new Set([...ORDER, LAST].flatMap((begin) => names.filter((name) => name.startsWith(begin)).sort()));
  if (inOrder.size !== names.length) throw new Error('a style sheet has no place in the order');
  return Array.from(inOrder, (name) => plain(own(name))).join('\n');
}

export default {
  input: 'src/page/page.tsx',
  platform: 'browser',
  resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
  transform: { target: 'es2022' },
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
