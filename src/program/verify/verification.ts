/** The arguments, progress and failure of `antipode verify`. */

import { countOf, secondsText, shareText } from '../../base/text/numbers.js';
import { VerificationError } from '../../verify/errors.js';
import type { Io } from '../process/io.js';
import { endOnSignal } from '../process/signals.js';
import { LiveLine } from '../terminal/live-line.js';

/** Options as commander gives them. */
export interface VerifyArguments {
  readonly ignoreChecksums?: boolean;
  readonly distances?: string;
  readonly board?: string;
  readonly goal?: string;
  readonly metric?: string;
  readonly module?: string;
  readonly threads?: string;
  readonly json?: boolean;
}

interface Found {
  readonly faultCount: number;
  readonly faults: readonly { readonly message: string }[];
}

/** Describes a failed check by its first fault and the number of faults. */
function firstFault(path: string, { faultCount, faults }: Found): string {
  const first = faultCount === 1 ? '' : ', the first of them';
  return `${path} has ${countOf(faultCount, 'fault')}${first}: ${faults[0].message}`;
}

/** Checks that there are no faults. @throws VerificationError */
export function throwFirstFault(path: string, found: Found, advice = ''): void {
  if (found.faultCount > 0) throw new VerificationError(`${firstFault(path, found)}${advice}`);
}

/** Works with a live line of progress. Ctrl-C ends the work immediately. */
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
