/** What verifications have in common, whatever they are of. */

import { secondsText, shareText } from '../../base/text/numbers.js';
import type { Board } from '../../spaces/board/board.js';
import { VerificationError } from '../../verify/table/errors.js';
import { announceMemory } from '../arguments/memory.js';
import type { Io } from '../process/io.js';
import { endOnSignal } from '../process/signals.js';
import { LiveLine } from '../terminal/live-line.js';
import { countOf } from '../terminal/verification-text.js';

/** As commander gives them. */
export interface VerifyArguments {
  readonly ignoreChecksums?: boolean;
  readonly distances?: string;
  readonly board?: string;
  readonly goal?: string;
  readonly metric?: string;
  readonly threads?: string;
  readonly json?: boolean;
}

interface Found {
  readonly faultCount: number;
  readonly faults: readonly { readonly message: string }[];
}

/** What a report says in words where anything is wrong: the first fault, and how many there are. */
function firstFault(path: string, { faultCount, faults }: Found): string {
  const first = faultCount === 1 ? '' : ', the first of them';
  return `${path} has ${countOf(faultCount, 'fault')}${first}: ${faults[0].message}`;
}

/** @throws VerificationError where there is a fault */
export function throwFirstFault(path: string, found: Found, advice = ''): void {
  if (found.faultCount > 0) throw new VerificationError(`${firstFault(path, found)}${advice}`);
}

/** Where checksums were wrong, and so nothing was replayed. */
export const IGNORE_CHECKSUMS = '; nothing was replayed: --ignore-checksums goes on nevertheless';

/** What JSON says of the distribution that was found, if one was. */
export function distributionOf(histogram: readonly number[] | undefined) {
  return {
    states: histogram ? histogram.reduce((sum, count) => sum + count, 0) : null,
    maxDepth: histogram ? histogram.length - 1 : null,
    histogram: histogram ?? null,
  };
}

/** Says what is needed, and refuses it where it is more than there is. */
export function checkedMemory(held: string, io: Io) {
  return (what: Board | string, states: number, bytes: number, threads: number): void => {
    announceMemory({ what, states, bytes, threads, held }, io);
  };
}

/** Shows on a terminal how far the work is; Ctrl-C ends it at once. */
export async function withLiveLine<Report>(
  io: Io,
  work: (onProgress: (what: string, share: () => number) => void) => Promise<Report>,
): Promise<{ readonly report: Report; readonly seconds: number }> {
  const begin = performance.now();
  const secondsNow = () => (performance.now() - begin) / 1000;
  let progress = () => '';
  const line = new LiveLine(io.stderr, () => progress());
  endOnSignal(io);
  try {
    const report = await work((what, share) => {
      progress = () => `${what}  ${shareText(share())}  ${secondsText(secondsNow())}`;
    });
    return { report, seconds: secondsNow() };
  } finally {
    line.end();
  }
}
