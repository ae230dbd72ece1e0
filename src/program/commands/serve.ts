/** `antipode serve`: serves a local page of tables, puzzles to play and searches. */

import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { countOf, excerpt, InputError } from '../../base/text.js';
import { makeApp } from '../../serve/app.js';
import { newComparisons } from '../../serve/comparisons.js';
import { inAddress, listen } from '../../serve/http/listen.js';
import { openSpaces } from '../../serve/http/open-spaces.js';
import { readPageFiles } from '../../serve/http/page-files.js';
import { newRequestLog } from '../../serve/http/request-log.js';
import { UnlistedBoards } from '../../serve/searched-board.js';
import type { ServedSpace } from '../../serve/served-space.js';
import { strayError } from '../../space/definition.js';
import { wholeNumber } from '../arguments/option-values.js';
import type { Arguments } from '../arguments/options.js';
import { DEFAULT_FOLDER } from '../arguments/resources.js';
import { type Io, reportError } from '../terminal/process.js';
import { endOnSignal } from '../terminal/signals.js';

const USUAL_PORT = '3131';
const USUAL_HOST = '127.0.0.1';
/** Maximum number of spaces that are named when the server starts. */
const MOST_NAMED = 8;

export async function serveCommand(paths: readonly string[], options: Arguments<'serve'>, io: Io): Promise<void> {
  const say = (line: string) => void io.stderr.write(`antipode: ${line}\n`);
  const onFault = (error: unknown) => void reportError(error, io.stderr);
  const port = wholeNumber('--port', options.port ?? USUAL_PORT, 0, 65_535);
  const host = readHost(options.host ?? USUAL_HOST);
  const { goal, module: modules = [] } = options;
  if (goal !== undefined && paths.length !== 1) {
    throw new InputError(
      `--goal is for one table of a board: name that table alone, found ${countOf(paths.length, 'table')}`,
    );
  }
  const log = newRequestLog(io.stderr);
  endOnSignal(io, [], () => log.rest());
  const spaces = await openSpaces({ paths, goal, modules, folder: DEFAULT_FOLDER, onNotice: say });
  const boards = new UnlistedBoards(DEFAULT_FOLDER);
  const app = makeApp({ spaces, boards, files: readPageFiles(), compare: newComparisons(), onFault });
  const { address, port: bound } = await listen({ host, port, app, log }).catch((error) => {
    throw notListening(error, host, port);
  });
  // An unexpected error in one request must not end the others.
  process.on('unhandledRejection', (reason) => onFault(strayError(reason)));
  if (!isLoopback(address)) say(`listening on ${address}: anyone who can reach this address can use the server`);
  say(`serving ${namesOf(spaces)}; Ctrl-C stops it`);
  const pages = boundAddresses(address).map((found) => `http://${inAddress(found)}:${bound}/\n`);
  io.stdout.write(pages.join(''));
  // On a terminal, one of them is enough.
  if (!(io.stdout.isTTY && io.stderr.isTTY)) io.stderr.write(pages.join(''));
  await new Promise(() => {});
}

/** @throws InputError */
function readHost(text: string): string {
  // A zone, as in fe80::1%eth0, is not valid in a URL.
  if (text === 'localhost' || (isIP(text) !== 0 && !text.includes('%'))) return text;
  throw new InputError(
    `--host must be an IP address of this machine such as 127.0.0.1, 0.0.0.0 (all of them) or ::1, or localhost; found '${excerpt(text)}'`,
  );
}

/** Returns the error of a server that cannot listen. */
function notListening(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Error(
        `port ${port} of ${host} is in use, possibly by another antipode serve: stop that, or choose another port with --port (0: a free port)`,
      );
    case 'EACCES':
      return new Error(
        `port ${port} of ${host} needs privileges that this user does not have: choose a port above 1023 with --port`,
      );
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return new InputError(`--host must be an address of this machine, found ${host} (${error.code})`);
    default:
      return error;
  }
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}

/** Returns the addresses of the page: the bound one, or all addresses of the machine if it is a wildcard. */
function boundAddresses(bound: string): string[] {
  if (bound !== '0.0.0.0' && bound !== '::') return [bound];
  const others = Object.values(networkInterfaces()).flatMap((found = []) =>
    found.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  );
  return ['127.0.0.1', ...new Set(others)];
}

function namesOf(spaces: readonly ServedSpace[]): string {
  const names = spaces.slice(0, MOST_NAMED).map(({ facts }) => facts.id);
  const more = spaces.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
