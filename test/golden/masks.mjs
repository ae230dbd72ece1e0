/**
 * Masks the parts of the program's outputs that differ from run to run: times, speeds, free memory, dates and folders. Each becomes `#`,
 * so that its presence is still checked.
 */

import { crc32 } from 'node:zlib';

const MEASURED = /(?:seconds|persecond)$|^(?:freeBytes|fits|direct)$/i;

/**
 * @typedef {object} Run
 * @property {readonly string[]} words the command line
 * @property {string} folder folder in which the program runs
 * @property {number | undefined} threads number given by `--threads`, if the results must not depend on it
 * @property {readonly (readonly [found: string, masked: string])[]} [names] names of files that depend on the folder, since they end in
 *   a digest of a module's path
 */

/**
 * Masks the folder, and the names of files that depend on it.
 * @param {string} text
 * @param {Run} run
 * @returns {string}
 */
export function maskedPaths(text, { folder, names = [] }) {
  return names.reduce((masked, [found, mask]) => masked.replaceAll(found, mask), text.replaceAll(folder, '@'));
}

/**
 * Masks measured numbers in a JSON value.
 * @param {unknown} value
 * @param {Run} run
 * @param {string} key key of the value
 * @returns {unknown}
 */
function maskedValue(value, run, key = '') {
  if (Array.isArray(value)) return value.map((one) => maskedValue(one, run, key));
  if (typeof value === 'object' && value !== null) {
    // The provenance describes the run, and does not affect the rest of a result.
    const fields = Object.entries(value).filter(([name]) => name !== 'provenance');
    return Object.fromEntries(
      fields.map(([name, one]) => [name, maskedValue(one, run, MEASURED.test(key) ? key : name)]),
    );
  }
  if (value === null || typeof value === 'string') return value;
  if (MEASURED.test(key) || (key === 'memory' && typeof value === 'number')) return '#';
  return key === 'threads' && typeof value === 'number' && run.threads !== undefined && value <= run.threads
    ? '@T'
    : value;
}

/**
 * Masks lines of JSON. Lines of a log about checkpoints are left out, because their time depends on the machine.
 * @param {string} text
 * @param {Run} run
 */
export function maskedJson(text, run) {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('{"checkpoint'))
    .map((line) => (line === '' ? line : JSON.stringify(maskedValue(JSON.parse(maskedPaths(line, run)), run))))
    .join('\n');
}

/**
 * Masks the columns of a comparison that hold seconds.
 * @param {string} text
 */
function maskedCsv(text) {
  const [head, ...lines] = text.split('\n').map((line) => line.split(','));
  const masked = lines.map((line) => line.map((cell, column) => (/^seconds/.test(head[column]) ? '#' : cell)));
  return [head, ...masked].map((line) => line.join(',')).join('\n');
}

/**
 * Keeps only the labels of a plan, since most of its numbers depend on the machine.
 * @param {string} text
 */
function maskedPlan(text) {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('  '))
    .map((line) => (/^(?:goal|states|maximum depth) /.test(line) ? line : line.replace(/(?: {2,}|: ).*/, ' #')))
    .join('\n');
}

/**
 * Returns the replacer of a number of threads, which must not exceed `--threads`.
 * @param {Run} run
 */
function threadsMask({ threads }) {
  return (/** @type {string} */ text, /** @type {string} */ before, /** @type {string} */ started) =>
    threads !== undefined && Number(started) <= threads ? `${before}@T` : text;
}

/**
 * Masks text for the user.
 * @param {string} text
 * @param {Run} run
 */
export function maskedText(text, run) {
  const maskedThreads = threadsMask(run);
  const masked = maskedPaths(text, run)
    .replace(/[\d.,]+ (?:bytes|[KMGTP]B)(?=(?: of \S+)* (?:are|is) free)/g, '#')
    .replace(/^((?:time|speed) +).*$/gm, '$1#')
    .replace(/\b\d+\.\d+ s\b/g, '# s')
    // A report names the processor.
    .replace(/^(\S+\.html: )[\d.,]+ \w+$/gm, '$1#')
    .replace(/^(threads +)(\d+)$/m, maskedThreads)
    .replace(/, with \d+ threads? about [\d.]+ [MGT]B in all; /, ', ');
  const sharesMemory = run.words[0] === 'explore' && !run.words.includes('disk') && !run.words.includes('--resume');
  if (run.threads === undefined || sharesMemory) return masked;
  // In all commands except `explore` in memory, each thread has its own memory. The size of a result's file depends on its seconds.
  return masked
    .replace(/needs? [\d.,]+ (?:bytes|[KMGTP]B)(?= of memory)/, 'need #')
    .replace(/(the result, )[\d.,]+ (?:bytes|[KMGTP]B)/, '$1#');
}

/**
 * Masks standard output.
 * @param {string} text
 * @param {Run} run
 */
export function maskedOutput(text, run) {
  const { words } = run;
  if (words.includes('--json')) return /^\{/.test(text) ? maskedJson(text, run) : maskedText(text, run);
  if (words[0] === 'compare') {
    return words.includes('--csv')
      ? maskedCsv(text)
      : text.replace(/\b\d[\d.]*(?:us|ms|s)\b/g, '#').replace(/ +/g, ' ');
  }
  if (words.includes('--plan')) return maskedPlan(text);
  return ['solve', 'rank', 'unrank'].includes(words[0]) ? text : maskedText(text, run);
}

/**
 * Masks the facts about the run in a file.
 * @param {string} path
 * @param {Buffer} bytes
 * @param {Run} run
 * @returns {Buffer | string}
 */
export function maskedFile(path, bytes, run) {
  if (/\.(?:json|log)$/.test(path) && bytes[0] === 0x7b) return maskedJson(bytes.toString(), run);
  if (/\.(?:html|svg)$/.test(path)) {
    const maskedThreads = threadsMask(run);
    return maskedText(bytes.toString(), run)
      .replace(/datetime="[^"]*"/g, 'datetime="#"')
      .replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, '#')
      .replace(/(<dt>(?:Node|Processor)<\/dt><dd>)[^<]*/g, '$1#')
      .replace(/(--threads |Threads<\/dt>\s*<dd[^>]*>)(\d+)\b/g, maskedThreads);
  }
  return withoutFolder(bytes, run.folder, path.endsWith('.table'));
}

/**
 * Masks the folder of a module in a table or an export, and the checksum of a table's header, which depends on it. The folder always has
 * the same length, so all offsets stay the same.
 * @param {Buffer} bytes
 * @param {string} folder
 * @param {boolean} isTable
 */
function withoutFolder(bytes, folder, isTable) {
  const place = bytes.indexOf(folder);
  if (place === -1) return bytes;
  const masked = Buffer.from(bytes).fill('@', place, place + folder.length);
  if (!isTable) return masked;
  const end = 16 + bytes.readUInt32LE(12);
  if (crc32(bytes.subarray(0, end)) !== bytes.readUInt32LE(end)) throw new Error('the header has a wrong checksum');
  return masked.fill(0, end, end + 4);
}
