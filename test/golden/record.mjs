/**
 * Records the program's output and files, or compares them with the recorded ones.
 *
 *     node test/golden/record.mjs                  runs all cases and writes test/reference/golden.json
 *     node test/golden/record.mjs --check          compares with that file, prints differences, and exits with 1 if there are any
 *       --cli <path>     the program to run instead of dist/program/cli.cjs
 *       --only <regex>   only cases with matching names
 *       --fast           only the fast cases, which take a few seconds in all
 *       --here           runs commands in this process one after another, except servers and interrupted commands
 *       --data           compares only results, without text for the user: messages, tables on the terminal, reports
 *       --threads <n>    number of threads instead of 1, if results must not depend on it
 *       --jobs <n>       number of simultaneous cases, by default one for each processor
 *       --keep <folder>  writes all masked outputs into a folder, so that two builds can be compared with diff -r
 *
 * A text of up to 300 characters is recorded in full, a longer one as its SHA-256 and its length.
 */

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, extname, join, resolve } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cases } from './cases.mjs';
import { maskedFile, maskedJson, maskedOutput, maskedPaths, maskedText } from './masks.mjs';

const GOLDEN = fromHere('../reference/golden.json');
const FIXTURES = fromHere('../fixtures/spaces');
const FULL_TEXT = 300;
/** Length of the path of each case's folder, which tables of modules contain. */
const FOLDER_LENGTH = 80;

const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    fast: { type: 'boolean', default: false },
    here: { type: 'boolean', default: false },
    data: { type: 'boolean', default: false },
    cli: { type: 'string', default: fromHere('../../dist/program/cli.cjs') },
    only: { type: 'string', default: '' },
    threads: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    keep: { type: 'string' },
  },
});
const cli = resolve(options.cli);
if (options.here) process.env.TZ = 'UTC';
const environment = { ...process.env, TZ: 'UTC' };
// Reading certificates would double the start-up time of Node, and no case needs them.
delete environment.NODE_EXTRA_CA_CERTS;

function fromHere(path) {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** Splits a command line at its spaces, but not between double quotes. */
function wordsOf(line) {
  return [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
}

/** Returns a short text unchanged, and the hash of anything else. */
function recorded(content) {
  if (typeof content === 'string' && content.length <= FULL_TEXT) return content;
  return `sha256 ${createHash('sha256').update(content).digest('hex')}, ${content.length} ${typeof content === 'string' ? 'characters' : 'bytes'}`;
}

/** Runs a case, and collects its outputs under names that are the same in every run. */
class Recording {
  #folder;
  #kept;
  #outputs = {};
  /** Names of files made from modules, and their masks. */
  #names = [];

  constructor(folder, kept) {
    this.#folder = folder;
    this.#kept = kept;
  }

  async of({ files = {}, steps }) {
    for (const [name, content] of Object.entries(files)) {
      const path = join(this.#folder, name);
      if (content.startsWith('fixture:')) copyFileSync(join(FIXTURES, content.slice(8)), path);
      else writeFileSync(path, content);
      const stem = name.slice(0, -extname(name).length);
      const digest = createHash('sha256').update(path).digest('hex').slice(0, 6);
      if (/\.m?js$/.test(name)) this.#names.push([`${stem}-${digest}`, `${stem}-@D`]);
    }
    for (const step of steps) await this.#take(typeof step === 'string' ? { run: step } : step);
    this.#recordFiles();
    return this.#outputs;
  }

  async #take(step) {
    if ('run' in step) await this.#run(step);
    else if ('serve' in step) await this.#serve(step);
    else if ('remove' in step) rmSync(join(this.#folder, step.remove), { force: true });
    else this.#damage(step);
  }

  #damage({ flip, cut }) {
    const [from, to, place] = flip ?? cut;
    const bytes = readFileSync(join(this.#folder, from));
    if (flip) bytes[place] ^= 1;
    writeFileSync(join(this.#folder, to), flip ? bytes : bytes.subarray(0, place));
  }

  #wordsOf(line) {
    const words = wordsOf(line);
    const started = words.map((word) => (word === '@T' ? options.threads : this.#withNames(word)));
    const threads = words.includes('@T') ? Number(options.threads) : undefined;
    return { started, about: { words, folder: this.#folder, threads, names: this.#names } };
  }

  #withNames(text) {
    return this.#names.reduce((found, [name, mask]) => found.replaceAll(mask, name), text);
  }

  #start(words) {
    return spawn(process.execPath, [cli, ...words], { cwd: this.#folder, env: environment });
  }

  async #resultOfProcess(words, input, until) {
    const child = this.#start(words);
    const [out, err] = [collected(child.stdout), collected(child.stderr)];
    child.stdin.on('error', () => {}).end(input);
    const ended = new Promise((resolve) => child.on('close', resolve));
    if (until) await this.#interrupt(child, until);
    return { status: await ended, out: out(), err: err() };
  }

  async #run({ run, input = '', anyDepth = false, until }) {
    const { started, about } = this.#wordsOf(run);
    const { status, out, err } =
      options.here && until === undefined
        ? await resultHere(started, this.#folder, input)
        : await this.#resultOfProcess(started, input, until);
    const entry = {};
    if (status !== 0) entry.status = status;
    const printed = maskedOutput(out, about);
    const forPrograms = ['solve', 'rank', 'unrank'].includes(about.words[0]) || /--(?:json|csv)\b/.test(run);
    if (printed !== '') entry[forPrograms ? 'data' : 'text'] = printed;
    const said = maskedText(err, about);
    if (said !== '') entry.err = anyDepth ? said.replace(/depth \d+/g, 'depth #') : said;
    this.#record(run, entry);
  }

  async #interrupt(child, [file, text]) {
    const path = join(this.#folder, file);
    while (child.exitCode === null && !(existsSync(path) && readFileSync(path, 'utf8').includes(text))) {
      await setTimeout(1);
    }
    child.kill('SIGINT');
  }

  async #serve({ serve, ask }) {
    const { started, about } = this.#wordsOf(`serve --port 0 ${serve}`);
    const child = this.#start(started);
    const err = collected(child.stderr);
    const address = /^http:\/\/\S+:\d+(?=\/$)/m;
    while (!address.test(err())) {
      if (child.exitCode !== null) throw new Error(`the server ended: ${err()}`);
      await setTimeout(5);
    }
    const [url] = address.exec(err());
    const said = err().slice(0, err().indexOf(url));
    this.#record(`serve ${serve}`, { err: maskedText(said, about) });
    try {
      for (const request of ask) this.#record(request, await answerTo(url, this.#withNames(request), this.#names));
    } finally {
      const closed = new Promise((resolve) => child.on('close', resolve));
      child.kill('SIGINT');
      await closed;
    }
  }

  #recordFiles() {
    const names = readdirSync(this.#folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.#folder.length + 1))
      .sort();
    const entry = {};
    const about = { words: [], folder: this.#folder, threads: Number(options.threads), names: this.#names };
    for (const name of names) {
      entry[`${/\.(?:html|svg)$/.test(name) ? 'page' : 'file'} ${maskedPaths(name, about)}`] = maskedFile(
        name,
        readFileSync(join(this.#folder, name)),
        about,
      );
    }
    this.#record('files', entry);
  }

  #record(name, entry) {
    let unique = name;
    for (let count = 2; unique in this.#outputs; count++) unique = `${name} (${count})`;
    this.#outputs[unique] = Object.fromEntries(
      Object.entries(entry).map(([what, content]) => [what, what === 'status' ? content : recorded(content)]),
    );
    if (this.#kept === undefined) return;
    const number = String(Object.keys(this.#outputs).length).padStart(3, '0');
    for (const [what, content] of Object.entries(entry)) {
      const path = join(this.#kept, `${number} ${unique} ${what}`.replace(/[^\w.,:=@ -]/g, '_').slice(0, 200));
      writeFileSync(path, typeof content === 'number' ? String(content) : content);
    }
  }
}

/** Runs the program in this process, with the case's folder as working directory. */
async function resultHere(words, folder, input) {
  const { main } = await import('../../dist/src/program/main.js');
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const [out, err] = [collected(stdout), collected(stderr)];
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)]);
  const before = process.cwd();
  process.chdir(folder);
  try {
    const status = await main(words, { stdin: () => stdin, stdout, stderr, answerSignals: () => {} });
    return { status, out: out(), err: err() };
  } finally {
    process.chdir(before);
  }
}

/** Collects all text of a stream. */
function collected(stream) {
  let text = '';
  stream.setEncoding('utf8').on('data', (more) => (text += more));
  return () => text;
}

/** Sends a request to a server. In a random answer, checks the distance and masks the states, unless all states were requested. */
async function answerTo(url, request, names) {
  const [, method, path, body] = /^(\S+) (\S+) ?(.*)$/.exec(request);
  const asked = (more, to) => fetch(`${url}${to}`, { headers: { 'content-type': 'application/json' }, ...more });
  const answer = await asked({ method, ...(body !== '' && { body }) }, path);
  const headers = ['content-type', 'cache-control', 'allow'].map((name) => answer.headers.get(name) ?? '-').join('; ');
  const text = await answer.text();
  const entry = { ...(answer.status !== 200 && { status: answer.status }), headers };
  if (!answer.headers.get('content-type')?.includes('json')) return { ...entry, text: `${text !== ''}` };
  const about = { words: [], folder: url, names };
  if (answer.status !== 200) return { ...entry, text: maskedPaths(text, about) };
  if (!path.includes('/random')) return { ...entry, data: maskedJson(text, about) };
  const { states, ...rest } = JSON.parse(text);
  const distances = await (
    await asked({ method: 'POST', body: JSON.stringify({ states }) }, path.replace(/random.*/, 'distances'))
  ).json();
  if (distances.distances.some(({ distance }) => distance !== rest.depth)) throw new Error(`${request}: ${text}`);
  const shown = path.endsWith('count=1') ? states.length : states.sort();
  return { ...entry, data: JSON.stringify({ ...rest, states: shown }) };
}

/** Creates a folder whose path has the same length for all cases. */
function folderIn(root, number) {
  const folder = join(root, String(number).padStart(FOLDER_LENGTH - root.length - 1, '-'));
  if (folder.length !== FOLDER_LENGTH) throw new Error(`${root} is too long a path: set TMPDIR to a shorter one`);
  mkdirSync(folder);
  return folder;
}

/** Runs cases in order, several at the same time. */
async function recordAll(chosen) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'golden-')));
  const results = {};
  const waiting = [...chosen.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [number, one] = next;
      const folder = folderIn(root, number);
      const kept = options.keep && join(options.keep, one.name);
      if (kept) mkdirSync(kept, { recursive: true });
      results[one.name] = await new Recording(folder, kept).of(one);
      rmSync(folder, { recursive: true });
    }
  };
  try {
    await Promise.all(Array.from({ length: options.here ? 1 : Number(options.jobs) }, lane));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return results;
}

/** Lists every difference, in a paragraph each. */
function differences(expected, found) {
  const lines = [];
  const text = (value) => (value === undefined ? '(nothing)' : JSON.stringify(value));
  const compare = (where, before, after) => {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (options.data && (/^(?:text|err|headers)$/.test(key) || key.startsWith('page '))) continue;
      const [one, other] = [before[key], after[key]];
      if (typeof one === 'object' && typeof other === 'object') compare([...where, key], one, other);
      else if (one !== other && JSON.stringify(one) !== JSON.stringify(other)) {
        lines.push(`${[...where, key].join(' / ')}\n  recorded ${text(one)}\n  found    ${text(other)}\n`);
      }
    }
  };
  compare([], expected, found);
  return lines;
}

const chosen = cases.filter(({ name, fast }) => new RegExp(options.only).test(name) && (fast || !options.fast));
const begin = performance.now();
const found = await recordAll(chosen);
const outputs = Object.values(found).flatMap((one) => Object.values(one));
const summary = `${chosen.length} cases, ${outputs.length} outputs, ${((performance.now() - begin) / 1000).toFixed(1)} s\n`;
const golden = existsSync(GOLDEN) ? JSON.parse(readFileSync(GOLDEN, 'utf8')) : {};
if (options.check) {
  const expected = Object.fromEntries(chosen.map(({ name }) => [name, golden[name] ?? {}]));
  const lines = differences(expected, found);
  process.stdout.write(`${lines.join('')}${summary}${lines.length} differences\n`);
  process.exitCode = lines.length > 0 ? 1 : 0;
} else {
  const kept = { ...golden, ...found };
  const all = Object.fromEntries(cases.filter(({ name }) => name in kept).map(({ name }) => [name, kept[name]]));
  mkdirSync(dirname(GOLDEN), { recursive: true });
  writeFileSync(GOLDEN, `${JSON.stringify(all, null, 1)}\n`);
  process.stdout.write(summary);
}
