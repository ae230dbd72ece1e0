/** The beginning of a table file: magic, version and a map. It is read leniently, to find all faults. */

import { crc32 } from 'node:zlib';
import type { InputFile } from './input-file.js';
import { readMessagePack } from './message-pack.js';
import { checksumText, shown, type TableFaults } from './table-faults.js';

const MAGIC = 'ANTIPODE';
const VERSION = 1;
/** Magic, version and length of the header. */
const PREFIX_BYTES = 16;
const CHECKSUM_BYTES = 4;
/** Maximum length of a header. A header has some hundred bytes, and a few for each depth. */
const LARGEST_HEADER = 1 << 28;

export interface TableMap {
  /** Map of the header as read from the file, right or wrong. */
  readonly fields: unknown;
  /** Length of the map, as given in front of it. */
  readonly length: number;
  /** Offset of the end of the header. */
  readonly end: number;
}

/** Reads the header's map. @returns undefined if the header cannot be found */
export async function readTableMap(file: InputFile, faults: TableFaults): Promise<TableMap | undefined> {
  if (file.bytes < PREFIX_BYTES) {
    faults.differs('length', 'length of the file', file.bytes, `at least ${PREFIX_BYTES}: it is truncated`);
    return undefined;
  }
  const prefix = await file.read(0, PREFIX_BYTES);
  const magic = prefix.toString('latin1', 0, MAGIC.length);
  if (magic !== MAGIC) faults.differs('magic', 'magic', shown(magic), shown(MAGIC));
  const version = prefix.readUInt32LE(8);
  if (version !== VERSION) faults.differs('version', 'version', version, VERSION);

  const length = prefix.readUInt32LE(12);
  const end = PREFIX_BYTES + length + CHECKSUM_BYTES;
  if (length > LARGEST_HEADER || end > file.bytes) {
    const message = `header: its length is given as ${length} bytes in a file of ${file.bytes}, so it cannot be read`;
    faults.unreadable('header', message, length);
    return undefined;
  }
  const bytes = await file.read(0, end);
  const sum = crc32(bytes.subarray(0, end - CHECKSUM_BYTES));
  const stored = bytes.readUInt32LE(end - CHECKSUM_BYTES);
  if (stored !== sum) faults.differs('header', 'header: checksum', checksumText(stored), checksumText(sum));

  const { value: fields, end: mapBytes, whole } = readMessagePack(bytes.subarray(PREFIX_BYTES, end - CHECKSUM_BYTES));
  if (!whole || mapBytes !== length) {
    const beyond = whole ? 'ends at' : 'cannot be read beyond';
    const message = `header: its map ${beyond} byte ${PREFIX_BYTES + mapBytes}, but its length is given as ${length} bytes`;
    faults.unreadable('header', message, length);
  }
  return { fields, length, end };
}

interface Field {
  readonly [key: string]: unknown;
}

/** Returns a field of a map; undefined if the field is missing, or the value is not a map. */
export function fieldOf(map: unknown, key: string): unknown {
  return typeof map === 'object' && map !== null ? (map as Field)[key] : undefined;
}
