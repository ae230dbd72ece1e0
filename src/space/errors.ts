/** A space contradicts itself or its interface: it throws, leaves its range, or has moves that lead nowhere back. */
export class SpaceError extends Error {
  override readonly name = 'SpaceError';
}
