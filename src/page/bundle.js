/** What the bundles of the page have in common: those of `antipode serve` and those of the site. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns a file of this folder as text. */
export const own = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Options for browsers of the last years. */
export const forBrowsers = {
  platform: 'browser',
  resolve: {
    extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
    alias: { '#machine': fileURLToPath(new URL('../machine/browser', import.meta.url)) },
  },
  // The kernels.
  moduleTypes: { '.wasm': 'base64' },
  transform: { target: 'es2022' },
};

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
  'searches/chart',
  'searches/distribution-chart',
  'searches/samples',
  'help',
  'play/',
  'searches/',
  'lessons/',
  'research/',
  'spaces',
];
const LAST = 'preferences';

/** Returns all style sheets of the folder as one. */
export function styles() {
  const names = readdirSync(new URL('.', import.meta.url), { recursive: true }).filter((name) => name.endsWith('.css'));
  const inOrder = new Set([...ORDER, LAST].flatMap((begin) => names.filter((name) => name.startsWith(begin)).sort()));
  if (inOrder.size !== names.length) throw new Error('a style sheet has no place in the order');
  return Array.from(inOrder, (name) => plain(own(name))).join('\n');
}
