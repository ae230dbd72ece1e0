/** A reader of MessagePack, written from its specification alone: maps with texts as keys, arrays, texts, binaries, numbers. */

/** Returns the value of a file. @throws Error if the bytes are not exactly one value */
export function readMessagePack(file: Uint8Array): unknown {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let at = 0;

  function unsigned(size: number): number {
    at += size;
    return size === 8 ? Number(bytes.readBigUInt64BE(at - 8)) : bytes.readUIntBE(at - size, size);
  }
  function taken(length: number): Buffer {
    if (at + length > bytes.length) throw new Error(`${length} bytes at ${at} are more than there are`);
    at += length;
    return bytes.subarray(at - length, at);
  }
  function array(length: number): unknown[] {
    const elements: unknown[] = [];
    for (let k = 0; k < length; k++) elements.push(value());
    return elements;
  }
  function map(length: number): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    for (let k = 0; k < length; k++) {
      const key = value();
      if (typeof key !== 'string') throw new Error(`a key is ${key}`);
      entries.push([key, value()]);
    }
    return Object.fromEntries(entries);
  }
  function value(): unknown {
    const code = unsigned(1);
    if (code < 0x80) return code;
    if (code < 0x90) return map(code & 15);
    if (code < 0xa0) return array(code & 15);
    if (code < 0xc0) return taken(code & 31).toString('utf8');
    switch (code) {
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return taken(unsigned(2 ** (code - 0xc4)));
      case 0xc0:
        return null;
      case 0xcc:
      case 0xcd:
      case 0xce:
      case 0xcf:
      // Signed types, although no number here is negative.
      case 0xd3:
        return unsigned(code === 0xd3 ? 8 : 2 ** (code - 0xcc));
      case 0xd9:
      case 0xda:
        return taken(unsigned(2 ** (code - 0xd9))).toString('utf8');
      case 0xdc:
      case 0xdd:
        return array(unsigned(code === 0xdc ? 2 : 4));
      case 0xde:
      case 0xdf:
        return map(unsigned(code === 0xde ? 2 : 4));
      default:
        throw new Error(`the type ${code.toString(16)} at ${at - 1} is not in use`);
    }
  }

  const whole = value();
  if (at !== bytes.length) throw new Error(`the value ends at ${at} of ${bytes.length}`);
  return whole;
}
