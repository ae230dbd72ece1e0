/**
 * The site: static files with relative paths, and all of it in one file that a browser opens without a server. Its workers inherit the
 * policy in index.html, by which nothing in them reaches the network.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { forBrowsers, own as ofPage, styles } from '../page/bundle.js';

const own = (name) => readFileSync(new URL(name, import.meta.url));
const digest = (contents, form) => createHash('sha256').update(contents).digest(form);
const output = { dir: 'dist/site', format: 'esm', minify: true, codeSplitting: false };

/** Returns index.html with all that it loads in it. */
function oneFile(page, worker, style, icon) {
  // An element of a script ends wherever the first of these stands.
  const [pageCode, workerCode] = [page, worker].map((code) =>
    code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--'),
  );
  const replaced = {
    '</head>': `<script type="text/plain" id="worker">${workerCode}</script>\n</head>`,
    "script-src 'self'": `script-src 'sha256-${digest(pageCode, 'base64')}'`,
    "style-src 'self'": `style-src 'sha256-${digest(style, 'base64')}'`,
    '<link rel="manifest" href="manifest.webmanifest">\n': '',
    '<link rel="apple-touch-icon" href="icon.png">\n': '',
    'href="icon.svg"': `href="data:image/svg+xml;base64,${Buffer.from(icon).toString('base64')}"`,
    '<link rel="stylesheet" href="page.css">': `<style>${style}</style>`,
    ' src="page.js">': `>${pageCode}`,
  };
  return Object.entries(replaced).reduce((text, [part, other]) => {
    if (!text.includes(part)) throw new Error(`index.html has no ${part}`);
    return text.replace(part, () => other);
  }, own('index.html').toString());
}

const beside = {
  name: 'files beside the scripts',
  generateBundle(_, bundle) {
    const page = bundle['page.js'].code;
    const worker = readFileSync('dist/site/worker.js', 'utf8');
    const files = { 'page.css': styles(), 'icon.svg': ofPage('icon.svg') };
    for (const name of ['index.html', 'icon.png', 'manifest.webmanifest']) files[name] = own(name);
    const kept = ['./', ...Object.keys(files), 'page.js', 'worker.js'];
    const version = digest([...Object.values(files), page, worker].map((file) => digest(file, 'hex')).join(), 'hex');
    const head = `const VERSION = '${version}';\nconst FILES = ${JSON.stringify(kept)};\n`;
    files['service-worker.js'] = head + own('service-worker.js');
    files['antipode.html'] = oneFile(page, worker, files['page.css'], files['icon.svg']);
    for (const [fileName, source] of Object.entries(files)) this.emitFile({ type: 'asset', fileName, source });
  },
};

export default [
  { ...forBrowsers, input: 'src/site/worker.ts', output: { ...output, entryFileNames: 'worker.js' } },
  // After the workers' script, which the one file holds.
  { ...forBrowsers, input: 'src/site/page.tsx', output: { ...output, entryFileNames: 'page.js' }, plugins: [beside] },
];
