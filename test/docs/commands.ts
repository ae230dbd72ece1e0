/** The commands that the pages show, and the output that they show for them. */

import { execFileSync } from 'node:child_process';
import { tokensOf } from './pages.js';

export interface ShownCommand {
  /** The line as it is typed, without prompt and comment. */
  readonly line: string;
  /** Lines of output that the page shows below the command; empty if it shows none. */
  readonly output: readonly string[];
}

const PROMPT = /^\$ /;
const COMMAND = /^(?:\$ )?(?:.*\| |[A-Z_]+=\S+ )*(?:npx )?antipode (?!.*\.\.\.$)/;

/** Returns the commands of a page in order. Scripts in `sh` are files of examples/, which tests run. */
export function commandsOf(page: string): ShownCommand[] {
  return tokensOf(page, 'code')
    .filter(({ lang = '' }) => lang === '' || lang === 'console')
    .flatMap(({ text }) => commandsIn(text.split('\n')));
}

function commandsIn(lines: readonly string[]): ShownCommand[] {
  const begins = lines.flatMap((line, index) => (COMMAND.test(line) ? [index] : []));
  return begins.map((begin) => {
    const after = lines.slice(begin + 1);
    const end = after.findIndex((line) => COMMAND.test(line) || PROMPT.test(line));
    const output = PROMPT.test(lines[begin]) ? after.slice(0, end < 0 ? after.length : end) : [];
    return { line: withoutComment(lines[begin]), output: output.filter((line) => line.trim() !== '') };
  });
}

/** Returns a line without its prompt, `npx` and comment. */
function withoutComment(line: string): string {
  return line
    .replace(PROMPT, '')
    .replace('npx antipode', 'antipode')
    .replace(/\s+# .*$/, '')
    .trim();
}

/**
 * Returns the words that the program would get, for each time that each line calls it.
 * A placeholder such as `<file>` counts as a word; files that standard input comes from are left out.
 */
export function wordsOf(lines: readonly string[]): string[][][] {
  const call = `antipode() { for word in "$@"; do printf '%s\\0' "$word" >&3; done; printf '\\n\\0' >&3; }`;
  const plain = lines.map((line) => line.replaceAll(/<(\w+)>/g, '$1').replaceAll(/ < \S+/g, ''));
  const script = [call, ...plain.map((line) => `${line}; printf '\\n\\n\\0' >&3`)].join('\n');
  const words = execFileSync('bash', ['-c', `exec 3>&1 >/dev/null </dev/null; ${script}`], { encoding: 'utf8' });
  return words
    .split('\n\n\0')
    .slice(0, -1)
    .map((line) => line.split('\n\0').slice(0, -1))
    .map((calls) => calls.map((each) => each.split('\0').slice(0, -1)));
}
