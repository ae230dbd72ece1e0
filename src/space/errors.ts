/** Error of a space that contradicts itself or its interface: it throws, leaves its range, or has moves that cannot be undone. */
export class SpaceError extends Error {
  override readonly name = 'SpaceError';
}
