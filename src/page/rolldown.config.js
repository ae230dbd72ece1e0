/** The page in four files, small, for browsers of the last years: one script and one style sheet, of the parts here. */

import { readFileSync } from 'node:fs';

const own = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
/** Without comments and the blanks that only people need. */
const plain = (css) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .trim();

/** The style sheets by the path of their files. */
const styles = new Map();

/** Returns the style sheets in the order of imports, in which later rules go before earlier ones. */
function stylesOf(entry, importsOf) {
  const met = new Set();
  const visit = (id) => {
    if (met.has(id)) return;
    met.add(id);
    for (const imported of importsOf(id)) visit(imported);
  };
  visit(entry);
  return [...met].filter((id) => styles.has(id)).map((id) => styles.get(id));
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
      /** Leaves nothing of a style sheet in the script. */
      transform(source, id) {
        if (!id.endsWith('.css')) return null;
        styles.set(id, plain(source));
        return { code: '', moduleType: 'js' };
      },
      generateBundle() {
        const [entry] = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id).isEntry);
        const sheets = stylesOf(entry, (id) => this.getModuleInfo(id)?.importedIds ?? []);
        this.emitFile({ type: 'asset', fileName: 'page.css', source: sheets.join('\n') });
        for (const name of ['index.html', 'icon.svg']) {
          this.emitFile({ type: 'asset', fileName: name, source: own(name) });
        }
      },
    },
  ],
};
