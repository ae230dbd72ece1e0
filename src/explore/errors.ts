/** The machine has not the memory that a board needs; nothing was allocated. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
}
