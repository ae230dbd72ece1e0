import { describe, expect, test } from 'vitest';
import { compileKernel, instantiateKernel } from '#src/base/memory.js';
import { type Gathering, type GroupKernel, gatherBy } from '#src/engines/groups/kernel.js';
import { tableConstantsAt, writeTableConstants } from '#src/engines/groups/planes.js';
import type { WordPlaces } from '#src/spaces/permutation/moves/compiled-moves.js';
import { newSeed } from '../../seed.js';
import { seededNumbers, shuffled } from '../../spaces/permutation/moves/plain-layers.js';

type Random = (limit: number) => number;

const KERNEL = compileKernel('groups');
const DISTANCES: Readonly<Record<Gathering, readonly number[]>> = {
  three: [1, 2, 4],
  runs: [1, 2, 4],
  nibbles: [],
  scattered: [],
};
/** For each distance, the lower bit of each pair of bits that can be exchanged in a byte. */
const LOWER: Readonly<Record<number, number>> = { 1: 0x55, 2: 0x33, 4: 0x0f };

/** A permutation of the bits of a word, [bit]: the target of the bit, and the kernel's form of the permutation. */
interface TestPermutation {
  readonly map: readonly number[];
  readonly bytes: readonly number[];
}

/** Creates random exchanges, only of bytes in a third of the runs, and follows every bit through them. */
function exchanges(kind: 'three' | 'runs', random: Random): TestPermutation {
  const order = shuffled(16, random);
  const bits = kind === 'runs' && random(3) === 0 ? 0 : 255;
  const masks = DISTANCES[kind].map((distance) =>
    Array.from({ length: 16 }, () => random(256) & LOWER[distance] & bits),
  );
  const map = Array.from({ length: 128 }, (_, from) => {
    const byte = order.indexOf(from >> 3);
    let bit = from & 7;
    for (const [step, distance] of DISTANCES[kind].entries()) {
      const pair = bit & ~distance;
      if ((masks[step][byte] >> pair) & 1) bit ^= distance;
    }
    return 8 * byte + bit;
  });
  return { map, bytes: [...order, ...masks.flat()] };
}

/** Creates tables of a random permutation. */
function nibbles(random: Random): TestPermutation {
  const map = shuffled(128, random);
  const bytes = new Array<number>(32 * 16 * 16).fill(0);
  for (let nibble = 0; nibble < 32; nibble++) {
    for (let value = 0; value < 16; value++) {
      for (let bit = 0; bit < 4; bit++) {
        const to = map[4 * nibble + bit];
        if ((value >> bit) & 1) bytes[(nibble * 16 + value) * 16 + (to >> 3)] |= 1 << (to & 7);
      }
    }
  }
  return { map, bytes };
}

/** Memory with a block, its planes filled at random, and a row. */
class TestMemory {
  readonly kernel: GroupKernel;
  readonly bytes: Uint8Array;
  readonly words: number;
  readonly used: number;
  readonly counts: number;
  readonly target: number;
  readonly low: number;
  readonly high: number;
  readonly sent: number;
  readonly active: number;
  readonly row: number;
  readonly permutations: number;
  readonly room: number;

  constructor(words: number, random: Random, density: number) {
    const memory = new WebAssembly.Memory<SharedArrayBuffer>({ initial: 64, maximum: 64, shared: true });
    this.kernel = instantiateKernel(KERNEL, memory);
    this.bytes = new Uint8Array(memory.buffer);
    this.words = words;
    this.used = 1024;
    this.counts = 1088;
    this.target = 2048;
    this.low = this.target + 16 * words;
    this.high = this.low + 16 * words;
    this.sent = this.high + 16 * words;
    this.active = this.sent + 16 * words;
    this.row = this.active + 16 * Math.ceil(words / 128);
    this.permutations = this.row + 512 * words;
    this.room = this.permutations + 5 * 32 * 16 * 16;
    this.bytes.fill(255, this.used, this.used + 32);
    for (const plane of [this.low, this.high, this.sent]) {
      for (let at = plane; at < plane + 16 * words; at++) if (random(density) === 0) this.bytes[at] = random(256);
    }
  }

  /** Returns the set bits of a plane. */
  bits(plane: number): Set<number> {
    const set = new Set<number>();
    for (let bit = 0; bit < 128 * this.words; bit++) if (this.has(plane, bit)) set.add(bit);
    return set;
  }

  has(plane: number, bit: number): boolean {
    return ((this.bytes[plane + (bit >> 3)] >> (bit & 7)) & 1) === 1;
  }

  code(bit: number): number {
    return Number(this.has(this.low, bit)) + 2 * Number(this.has(this.high, bit));
  }

  store(address: number, numbers: readonly number[]): void {
    new Uint32Array(this.bytes.buffer).set(numbers, address / 4);
  }

  /** Stores a set of active words. */
  activate(words: ReadonlySet<number>): void {
    this.bytes.fill(0, this.active, this.active + Math.ceil(this.words / 8));
    for (const word of words) this.bytes[this.active + (word >> 3)] |= 1 << (word & 7);
  }

  get activeWords(): Set<number> {
    const set = new Set<number>();
    for (let word = 0; word < this.words; word++) {
      if ((this.bytes[this.active + (word >> 3)] >> (word & 7)) & 1) set.add(word);
    }
    return set;
  }

  get found(): readonly number[] {
    return Array.from(new Uint32Array(this.bytes.buffer, this.counts, 3));
  }
}

/** Lays out a random row. @returns [bit of the source]: the bit of the target */
function layRow(memory: TestMemory, kind: Gathering, random: Random): number[] {
  const { words } = memory;
  if (kind === 'scattered') {
    const map = shuffled(128 * words, random);
    memory.store(memory.row, map);
    return map;
  }
  const permutations = Array.from({ length: 5 }, () =>
    kind === 'nibbles' ? nibbles(random) : exchanges(kind, random),
  );
  memory.bytes.set(
    permutations.flatMap(({ bytes }) => bytes),
    memory.permutations,
  );
  const targets = shuffled(words, random);
  const used: number[] = [];
  for (let word = 0; word < words; word++) {
    used.push(kind === 'runs' && random(8) > 0 && word > 0 ? used[word - 1] : random(permutations.length));
  }
  memory.store(
    memory.row,
    targets.map((target, word) => (target << 12) | used[word]),
  );
  return Array.from({ length: 128 * words }, (_, bit) => {
    const word = bit >> 7;
    return 128 * targets[word] + permutations[used[word]].map[bit & 127];
  });
}

describe('a block gathers the states that a row moves to it', () => {
  const kinds: readonly Gathering[] = ['three', 'runs', 'nibbles', 'scattered'];
  test.each(kinds)('by the kind %s', (kind) => {
    const movesAll = kind !== 'nibbles' && kind !== 'scattered';
    const random = seededNumbers(newSeed());
    for (const words of [1, 3, 4, 8, 21, 32, 33, 70]) {
      for (const code of [1, 2, 3]) {
        for (const some of [true, false]) {
          const memory = new TestMemory(words, random, 1 + random(20));
          const map = layRow(memory, kind, random);
          const before = [random(128 * words), random(128 * words)];
          for (const bit of before) memory.bytes[memory.target + (bit >> 3)] |= 1 << (bit & 7);
          const active = new Set(
            Array.from({ length: words }, (_, word) => word).filter(() => !some || random(2) === 0),
          );
          memory.activate(active);
          const expected = new Set(before);
          for (const [bit, to] of map.entries()) {
            const isLeftOut = kind === 'scattered' && memory.has(memory.sent, bit);
            if (memory.code(bit) === code && !isLeftOut && active.has(bit >> 7)) expected.add(to);
          }
          const { kernel, target, low, high, row, permutations } = memory;
          const room = random(2) * memory.room;
          const set = movesAll && !some ? 0 : memory.active;
          gatherBy(kernel, kind)(target, low, high, words, row, permutations, code, set, room);
          expect(memory.bits(target)).toEqual(expected);
        }
      }
    }
  });
});

describe('a block settles the states that it has gathered', () => {
  test('states without a code get one, and are counted', () => {
    const random = seededNumbers(newSeed());
    for (const words of [1, 2, 5, 8, 30, 45, 100]) {
      for (const code of [1, 2, 3]) {
        const memory = new TestMemory(words, random, 2);
        const { bytes, target, low, high, active, counts, used, kernel } = memory;
        // Unused bits are never gathered.
        bytes[used] = 0xfe;
        bytes[used + 16] = 0xfc;
        for (let word = 0; word < words; word++) {
          for (const plane of [low, high]) bytes[plane + 16 * word] &= word === words - 1 ? 0xfc : 0xfe;
        }
        const full = random(3) === 0;
        for (let at = target; at < target + 16 * words; at++) bytes[at] = full ? 255 : random(256) & random(256);
        const fresh = new Set<number>();
        const expected = Array.from({ length: 128 * words }, (_, bit) => {
          const isUsed = bit % 128 > (bit >> 7 === words - 1 ? 1 : 0);
          if (!isUsed || memory.code(bit) !== 0 || !memory.has(target, bit)) return memory.code(bit);
          fresh.add(bit);
          return code;
        });
        kernel.settle(target, low, high, words, code, used, active, counts);
        expect(expected.map((_, bit) => memory.code(bit))).toEqual(expected);
        expect(memory.bits(target)).toEqual(fresh);
        const freshWords = new Set([...fresh].map((bit) => bit >> 7));
        expect(memory.found).toEqual([fresh.size, freshWords.size, full ? 1 : 0]);
        expect(memory.activeWords).toEqual(freshWords);
        kernel.survey(low, high, words, code, used, active, counts);
        const withCode = new Set(expected.map((of, bit) => (of === code ? bit >> 7 : -1)).filter((word) => word >= 0));
        const reached = expected.filter((of) => of > 0).length;
        expect(memory.found).toEqual([reached, withCode.size, full ? 1 : 0]);
        expect(memory.activeWords).toEqual(withCode);
      }
    }
  });
});

test('states that have been sent are marked, and words with states are found', () => {
  const random = seededNumbers(newSeed());
  for (const words of [1, 4, 9]) {
    const { kernel, low, high, sent, ...memory } = new TestMemory(words, random, 12);
    const of = (plane: number) => memory.bytes.slice(plane, plane + 16 * words);
    const [lows, highs, before] = [low, high, sent].map(of);
    kernel.markSent(low, high, sent, words, 2);
    expect(of(sent)).toEqual(before.map((bits, at) => bits | (highs[at] & ~lows[at])));
    for (let word = 0; word <= words; word++) {
      const next = lows.findIndex((bits, at) => at >= 16 * word && bits > 0);
      expect(kernel.nextWord(low, word, words)).toBe(next < 0 ? words : next >> 4);
    }
  }
});

test('codes are written in the order of places, beginning at any bit', () => {
  const random = seededNumbers(newSeed());
  for (const states of [1, 3, 60, 120, 127, 128]) {
    const memory = new TestMemory(7, random, 1);
    const { kernel, bytes, low, high, words } = memory;
    const places: WordPlaces = {
      words,
      statesPerBlock: words * states,
      statesPerWord: states,
      typeOf: Uint8Array.of(0),
      bitTypes: Uint8Array.from({ length: words }, () => random(2)),
      bits: Uint8Array.from([...shuffled(128, random).slice(0, states), ...shuffled(128, random).slice(0, states)]),
    };
    const table = 2 ** 16;
    const at = tableConstantsAt(table, places);
    writeTableConstants(bytes, table, places);
    const begin = 2 * random(4);
    const mask = (1 << begin) - 1;
    bytes[at.piece] = 255;
    kernel.writeCodes(low, high, words, at.bitTypes, at.places, states, at.piece, begin);
    expect(bytes[at.piece] & mask).toBe(mask);
    for (let state = 0; state < places.statesPerBlock; state++) {
      const word = Math.floor(state / states);
      const bit = places.bits[places.bitTypes[word] * states + (state % states)];
      const from = begin + 2 * state;
      const code = (bytes[at.piece + (from >> 3)] >> (from & 7)) & 3;
      expect([state, code]).toEqual([state, memory.code(128 * word + bit)]);
    }
  }
});
