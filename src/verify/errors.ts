/** Error of a checked file that has faults. The message names the file and the first fault. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
}
