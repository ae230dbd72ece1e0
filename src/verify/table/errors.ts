/** What was checked is wrong; the message names the file and the first fault. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
}
