/**
 * The library, the program and the workers as CommonJS that shares its chunks: no code is in the package twice, and a
 * module of a user that imports the library gets the classes of the program that runs it. Node starts the program in
 * four fifths of the time that the same code takes as ES modules.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forBrowsers } from './src/page/bundle.js';

/**
 * Packages that stay outside. Node takes 2 ms to load leven as a file of its own, and all commands would wait for that.
 * The others that are bundled are ES modules alone, which not every supported Node lets CommonJS require.
 */
const packages = /^(?!(leven|d3-[a-z-]+|internmap|hyparquet|hyparquet-writer)(\/|$))[^.#/]/;
const machine = fileURLToPath(new URL('src/machine/node', import.meta.url));
const shared = { platform: 'node', external: packages, resolve: { alias: { '#machine': machine } } };
const names = {
  format: 'cjs',
  exports: 'named',
  dir: 'dist',
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name].cjs',
  comments: false,
};

/** Workers of 10 to 50 KB: a thread loads one file faster than several. */
const alone = [
  'advance-layers',
  'advance-placements',
  'advance-stages',
  'census-layers',
  'depths-of-layers',
  'gather-blocks',
  'search-first-moves',
  'search-leaves',
  'verify-board',
];
/** The others, whose code is for the most part that of the library. */
const sharing = readdirSync('workers')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((name) => !alone.includes(name));
const inputs = (workers) => Object.fromEntries(workers.map((name) => [`workers/${name}`, `workers/${name}.ts`]));

/** What every command loads, in one chunk: in three, `antipode --version` takes a twentieth longer. */
const start = {
  name: 'start',
  test: /src\/(base\/text|space\/definition|table\/contents)\.ts$/,
};

/** The folder of the declarations that tsc has made. */
const declared = 'dist/src';
const machineTypes = join(declared, 'machine/node');

/** Returns the declarations that a program which imports this one needs, by their paths. */
function declarationsFrom(entry) {
  const met = new Map();
  const visit = (path) => {
    if (met.has(path)) return;
    const text = readFileSync(path, 'utf8').replaceAll("'#machine/", `'${relative(dirname(path), machineTypes)}/`);
    met.set(path, text);
    for (const [, target] of text.matchAll(/(?:from |import\()['"](\.[^'"]*)\.js['"]/g)) {
      visit(join(path, '..', `${target}.d.ts`));
    }
  };
  visit(entry);
  return met;
}

/** Adds the types of the library, and its face as an ES module, whose names editors and bundlers see. */
const face = {
  name: 'face of the library',
  generateBundle(_, bundle) {
    const { exports } = bundle['library/index.cjs'];
    this.emitFile({
      type: 'asset',
      fileName: 'library/index.js',
      source: `export {\n${exports.map((name) => `  ${name},\n`).join('')}} from './index.cjs';\n`,
    });
    for (const [path, source] of declarationsFrom(join(declared, 'index.d.ts'))) {
      this.emitFile({ type: 'asset', fileName: `library/${relative(declared, path)}`, source });
    }
  },
};

export default [
  {
    ...shared,
    input: { 'program/cli': 'src/program/cli.ts', 'library/index': 'src/index.ts', ...inputs(sharing) },
    output: { ...names, codeSplitting: { groups: [start] } },
    plugins: [face],
  },
  ...alone.map((name) => ({ ...shared, input: inputs([name]), output: { ...names, codeSplitting: false } })),
  // Bundlers of pages copy the script of the threads as it is, so each has all of its code.
  ...Object.entries({ index: 'library', worker: 'library-worker' }).map(([name, file]) => ({
    ...forBrowsers,
    input: { [name]: `src/site/${file}.ts` },
    output: { dir: 'dist/browser', format: 'esm', minify: true, codeSplitting: false },
  })),
];
