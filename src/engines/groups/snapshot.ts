/**
 * The planes of a puzzle as checkpoints save them between two layers. A checkpoint consists of the codes of all blocks, plane by plane,
 * and the binary digits of the depths if a table needs them. The frontier and the marks of blocks follow from the codes. The restored
 * frontier includes layers 3, 6 ... before the last one, which does no harm.
 */

import { BYTES_PER_VIEW } from '../../base/memory.js';
import type { WordPlaces } from '../../spaces/permutation/moves/compiled-moves.js';
import { Course } from '../batches.js';
import type { HeldRange, SavedSnapshot, Snapshot, SnapshotPart, SnapshotRange } from '../snapshot.js';
import {
  codesAddress,
  type DepthWidth,
  depthPlanes,
  depthsAddress,
  growDepths,
  NOTHING_HELD,
  PIECE_BYTES,
  type PlanesLayout,
  type PlanesShard,
  type SharedPlanes,
  shardOf,
  shardsOf,
  surveyPlanes,
  type TableConstants,
  tableConstantsAt,
} from './planes.js';

const CODES = 'codes';
const DEPTHS = 'depths';

/** Returns the bytes of the rows of a checkpoint. @param planes number of planes of depths */
export function snapshotRowBytes({ blocks, codesBytes, planeBytes }: PlanesLayout, planes: number): number[] {
  return [blocks * codesBytes, ...new Array<number>(planes).fill(blocks * planeBytes)];
}

export class PlanesSnapshot implements Snapshot {
  readonly files: readonly string[];
  readonly #planes: SharedPlanes;

  /** @param depths true if there are planes of depths */
  constructor(planes: SharedPlanes, depths: boolean) {
    this.files = depths ? [CODES, DEPTHS] : [CODES];
    this.#planes = planes;
  }

  parts(depth: number): readonly SnapshotPart[] {
    return this.files.map((file) => {
      const rows = file === CODES ? [0] : Array.from({ length: depthPlanes(depth) }, (_, plane) => plane);
      return { file, rows };
    });
  }

  /** Yields runs of blocks that hold states, each within one shard. */
  *held({ file, rows }: SnapshotPart): Generator<HeldRange> {
    const { layout, memories, marks } = this.#planes;
    const bytes = this.#blockBytes(file);
    const most = Math.max(1, Math.floor(BYTES_PER_VIEW / bytes));
    for (const row of rows) {
      for (let first = 0; first < layout.blocks; ) {
        const shard = shardOf(layout, first);
        const last = Math.min(layout.blocks, (shard + 1) * layout.blocksPerShard, first + most);
        let end = first;
        while (end < last && marks[end] !== NOTHING_HELD) end++;
        if (end > first) {
          const memory = new Uint8Array(memories[shard].buffer, this.#address(file, row, first), (end - first) * bytes);
          yield { row, begin: first * bytes, memory };
        }
        first = Math.max(end, first + 1);
      }
    }
  }

  rowBytes(file: string): number {
    return this.#planes.layout.blocks * this.#blockBytes(file);
  }

  textOf({ file, row, begin, bytes }: SnapshotRange): string {
    const blockBytes = this.#blockBytes(file);
    const blocks = `blocks ${Math.floor(begin / blockBytes)}..${Math.ceil((begin + bytes) / blockBytes) - 1}`;
    return file === CODES ? blocks : `digit ${row} of the depths, ${blocks}`;
  }

  /** Writes a range in pieces, one for each shard that it covers. */
  put({ file, row, begin }: SnapshotRange, bytes: Uint8Array): void {
    const { layout, memories } = this.#planes;
    const blockBytes = this.#blockBytes(file);
    const shardBytes = layout.blocksPerShard * blockBytes;
    for (let done = 0; done < bytes.length; ) {
      const shard = Math.floor((begin + done) / shardBytes);
      const piece = bytes.subarray(done, (shard + 1) * shardBytes - begin);
      const first = this.#address(file, row, shard * layout.blocksPerShard);
      new Uint8Array(memories[shard].buffer).set(piece, first + begin + done - shard * shardBytes);
      done += piece.length;
    }
  }

  async restore(histogram: readonly number[], saved: SavedSnapshot): Promise<void> {
    const depth = histogram.length - 1;
    const { blocks, words } = this.#planes.layout;
    if (this.files.includes(DEPTHS)) growDepths(this.#planes, depthPlanes(depth));
    for (const file of this.files) await saved.read(file);
    const expected = histogram.reduce((sum, count) => sum + count, 0);
    saved.checkStates(CODES, expected, surveyPlanes(this.#planes, depth));
    new Course(this.#planes.progress.course).begin(depth, blocks * words);
  }

  #blockBytes(file: string): number {
    const { codesBytes, planeBytes } = this.#planes.layout;
    return file === CODES ? codesBytes : planeBytes;
  }

  #address(file: string, row: number, block: number): number {
    const { layout } = this.#planes;
    return file === CODES ? codesAddress(layout, block) : depthsAddress(layout, row, block);
  }
}

/** The bytes of a group's table, converted from its planes piece by piece. */

/** The planes of a complete run. */
interface FinishedPlanes {
  readonly planes: SharedPlanes;
  readonly places: WordPlaces;
}

/** Yields 1 + depth mod 3 of all states in two bits each, or 0 for states that have not been reached. */
export function* codePieces({ planes, places }: FinishedPlanes): Generator<Uint8Array> {
  const { layout } = planes;
  const { statesPerBlock, statesPerWord } = places;
  const bitsPerBlock = 2 * statesPerBlock;
  const at = tableConstantsAt(layout.table, places);
  // Bits of the piece, after those of the byte that the previous piece has begun.
  let bits = 0;
  let begun = 0;
  for (const { shard, first, end } of runsOf(planes, Math.ceil(bitsPerBlock / 8))) {
    shard.bytes[at.piece] = begun;
    for (let block = first; block < end; block++) {
      const low = codesAddress(layout, block);
      const types = bitTypesOf(at, places, block);
      const target = at.piece + (bits >> 3);
      shard.kernel.writeCodes(
        low,
        low + layout.planeBytes,
        layout.words,
        types,
        at.places,
        statesPerWord,
        target,
        bits & 7,
      );
      bits += bitsPerBlock;
    }
    const whole = bits >> 3;
    bits &= 7;
    begun = shard.bytes[at.piece + whole] & ((1 << bits) - 1);
    yield shard.bytes.slice(at.piece, at.piece + whole);
  }
  if (bits > 0) yield Uint8Array.of(begun);
}

/**
 * Yields the depths of all states, little-endian, or the largest value for states that have not been reached.
 * @param count number of planes of depths
 */
export function* depthPieces(
  { planes, places }: FinishedPlanes,
  count: number,
  width: DepthWidth,
): Generator<Uint8Array> {
  const { layout } = planes;
  const { statesPerBlock, statesPerWord } = places;
  const { words, planeBytes, blocksPerShard } = layout;
  const at = tableConstantsAt(layout.table, places);
  const blockBytes = width * statesPerBlock;
  for (const { shard, first, end } of runsOf(planes, blockBytes)) {
    for (let block = first; block < end; block++) {
      const low = codesAddress(layout, block);
      shard.kernel.writeDepths(
        low,
        low + planeBytes,
        depthsAddress(layout, 0, block),
        blocksPerShard * planeBytes,
        count,
        words,
        bitTypesOf(at, places, block),
        at.bits,
        statesPerWord,
        statesPerBlock - (words - 1) * statesPerWord,
        at.piece + (block - first) * blockBytes,
        width,
      );
    }
    yield shard.bytes.slice(at.piece, at.piece + (end - first) * blockBytes);
  }
}

function bitTypesOf({ bitTypes }: TableConstants, { typeOf, words }: WordPlaces, block: number): number {
  return bitTypes + typeOf[block] * words;
}

/** Consecutive blocks of a shard. */
interface BlockRun {
  readonly shard: PlanesShard;
  readonly first: number;
  readonly end: number;
}

/** Yields runs of blocks that make about a piece each. */
function* runsOf(planes: SharedPlanes, blockBytes: number): Generator<BlockRun> {
  const { blocks, blocksPerShard } = planes.layout;
  const together = Math.max(1, Math.floor(PIECE_BYTES / blockBytes));
  for (const [number, shard] of shardsOf(planes).entries()) {
    const shardEnd = Math.min(blocks, (number + 1) * blocksPerShard);
    for (let first = number * blocksPerShard; first < shardEnd; first += together) {
      yield { shard, first, end: Math.min(shardEnd, first + together) };
    }
  }
}
