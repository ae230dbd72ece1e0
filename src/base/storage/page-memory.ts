/** Memory for direct transfers (direct-file.ts). */

/** Bytes of a WebAssembly page. */
const PAGE = 65536;

/** Allocates zeros that begin at a whole page. */
export function pageMemory(bytes: number): Uint8Array {
  const { buffer } = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
  return new Uint8Array(buffer, 0, bytes);
}
