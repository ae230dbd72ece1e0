/** Error of wrong user input. The message says in one line what was expected and what was found. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
