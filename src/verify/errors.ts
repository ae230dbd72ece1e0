/** Reports that a checked file has faults; the message names the file and the first fault. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
}
