/**
 * The memory of a pattern's layers, which a thread's instance of the kernel reads and writes: see
 * src/engines/patterns/kernel/layout.ts.
 */

/** Bytes per block. */
export let bytes: usize = 0;
/** Addresses: the first edge of each target, u32; the edges, u32; [own placement] marks, u8; [own placement] 1 if it is full, u8. */
export let offsets: usize = 0;
export let edges: usize = 0;
export let marks: usize = 0;
export let full: usize = 0;
/** Addresses: compiled moves; the bits of a vector that represent states; the bitsets. The table's address is 0 if no table is made. */
export let moves: usize = 0;
export let used: usize = 0;
export let visited: usize = 0;
export let table: usize = 0;
/** Address of this thread's block, for the states that a target gathers. */
export let reached: usize = 0;

/**
 * Prepares a thread's instance.
 * @param layout address of nine numbers, u32: see src/engines/patterns/kernel/layout.ts
 * @param scratch address of this thread's own block
 */
export function attach(layout: usize, scratch: usize): void {
  bytes = load<u32>(layout);
  offsets = load<u32>(layout, 4);
  edges = load<u32>(layout, 8);
  marks = load<u32>(layout, 12);
  full = load<u32>(layout, 16);
  moves = load<u32>(layout, 20);
  used = load<u32>(layout, 24);
  visited = load<u32>(layout, 28);
  table = load<u32>(layout, 32);
  reached = scratch;
}
