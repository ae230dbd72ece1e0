/**
 * The layers of permutation groups, 128 bits at a time: the inner loops of src/engines/groups.
 *
 * A state is a bit of a word, and a block is a run of words. Each state has a code of two bits, in two planes of the same shape: 0
 * if it has not been reached, else 1 + depth mod 3. The states of the last layer are those that have its code: they include layers
 * 3, 6 ... before, whose neighbours have all been reached, so that they do no harm.
 *
 * A target block *gathers* from the source block of each move. A row takes each word of the source to a word of the target, and a
 * permutation moves its bits: see src/spaces/permutation/words/compiled-moves.ts for both.
 *
 * Threads write codes while others read them. A reader that meets half of a code must not take it for one of the last layer. Codes
 * change from 0 alone, and only 3 has two bits, so that is a matter of one kind of layer: the last one has the code 2, the next one
 * 3, and a code 3 of which the low bit is missing looks like 2. There all low bits of a block are written before any high one, and
 * all high ones are read before any low one; the fences make sure of it on every processor.
 *
 * Addresses are in bytes and multiples of 16. Targets and sources never overlap.
 */

const WORD: usize = 16;
/** Of CompiledMoves: the permutation's bits in an entry of a row. */
const PERMUTATION_BITS = 12;
const PERMUTATION_MASK = 0xfff;

/** Kinds of permutations. */
const THREE = 3;
const FIVE = 5;
const NIBBLES = 32;

/** Bytes of a permutation: of bytes, and the masks of three or five exchanges; or tables of 16 words for 32 nibbles. */
const BYTES_OF_THREE: usize = 64;
const BYTES_OF_FIVE: usize = 96;
const BYTES_OF_NIBBLES: usize = 32 * 16 * 16;

// --- A word ------------------------------------------------------------------------------------------------

/** Returns the states of a word that have a code, by its two bits. */
// @ts-ignore: decorator
@inline
function withCode(code: i32, low: v128, high: v128): v128 {
  if (code == 1) return v128.andnot(low, high);
  if (code == 2) return v128.andnot(high, low);
  return v128.and(low, high);
}

/** Exchanges each bit of `lower` with the one `distance` places above it. */
// @ts-ignore: decorator
@inline
function exchange(bits: v128, lower: v128, distance: i32): v128 {
  const different = v128.and(v128.xor(bits, i16x8.shr_u(bits, distance)), lower);
  return v128.xor(v128.xor(bits, different), i16x8.shl(different, distance));
}

/** Returns the places of the bits of a nibble's value. */
// @ts-ignore: decorator
@inline
function places(permutation: usize, nibble: usize, half: u64): v128 {
  const value = <usize>(half >> (4 * (nibble & 15))) & 15;
  return v128.load(permutation + (nibble << 8) + (value << 4));
}

// @ts-ignore: decorator
@inline
function permuted(kind: i32, bits: v128, permutation: usize): v128 {
  if (kind == NIBBLES) {
    const low = i64x2.extract_lane(bits, 0), high = i64x2.extract_lane(bits, 1);
    let moved = v128.or(places(permutation, 0, low), places(permutation, 16, high));
    for (let nibble: usize = 1; nibble < 16; nibble++) {
      moved = v128.or(moved, v128.or(places(permutation, nibble, low), places(permutation, nibble + 16, high)));
    }
    return moved;
  }
  const bytes = i8x16.swizzle(bits, v128.load(permutation));
  if (kind == THREE) {
    return exchange(
      exchange(exchange(bytes, v128.load(permutation, 16), 1), v128.load(permutation, 32), 2),
      v128.load(permutation, 48),
      4,
    );
  }
  const first = exchange(exchange(bytes, v128.load(permutation, 16), 4), v128.load(permutation, 32), 2);
  const second = exchange(first, v128.load(permutation, 48), 1);
  return exchange(exchange(second, v128.load(permutation, 64), 2), v128.load(permutation, 80), 4);
}

// @ts-ignore: decorator
@inline
function bytesOf(kind: i32): usize {
  return kind == THREE ? BYTES_OF_THREE : kind == FIVE ? BYTES_OF_FIVE : BYTES_OF_NIBBLES;
}

/** Returns the address of the word that an entry of a row names. */
// @ts-ignore: decorator
@inline
function wordOf(entry: usize, target: usize): usize {
  return target + ((entry >> PERMUTATION_BITS) << 4);
}

/** Returns the address of the permutation that an entry of a row names. */
// @ts-ignore: decorator
@inline
function permutationOf(kind: i32, entry: usize, permutations: usize): usize {
  return permutations + (entry & PERMUTATION_MASK) * bytesOf(kind);
}

// @ts-ignore: decorator
@inline
function orInto(target: usize, bits: v128): void {
  v128.store(target, v128.or(v128.load(target), bits));
}

/** Moves the bits of a word to the word that an entry of a row names. */
// @ts-ignore: decorator
@inline
function move(kind: i32, bits: v128, target: usize, entry: usize, permutations: usize): void {
  orInto(wordOf(entry, target), permuted(kind, bits, permutationOf(kind, entry, permutations)));
}

// @ts-ignore: decorator
@inline
function ones(bits: v128): i32 {
  return <i32>i64.popcnt(i64x2.extract_lane(bits, 0)) + <i32>i64.popcnt(i64x2.extract_lane(bits, 1));
}

// --- Fences ------------------------------------------------------------------------------------------------

/** Bytes in front of a copy, for its fence. */
const FENCE: usize = 64;

/**
 * Orders what this thread has read and written before what it will. Atomic accesses are sequentially consistent: the store comes after
 * the one, the load before the other. AssemblyScript 0.28 has an atomic.fence that its own validator refuses.
 * @param own four bytes that no other thread uses
 */
// @ts-ignore: decorator
@inline
function fence(own: usize): void {
  atomic.store<u32>(own, 0);
  atomic.load<u32>(own);
}

/**
 * Copies words that are read before whatever is read afterwards.
 * @returns the address of the copy
 * @param room FENCE bytes, and the words
 */
// @ts-ignore: decorator
@inline
function copiedFirst(room: usize, source: usize, words: i32): usize {
  memory.copy(room + FENCE, source, <usize>words << 4);
  fence(room);
  return room + FENCE;
}

// --- Chunks ------------------------------------------------------------------------------------------------

/**
 * A block is divided into up to 32 chunks of equal length but for the last one, a power of two of words. Which of them have states
 * of a layer is a set of bits: in the first layers of a large puzzle, most have none.
 * @returns the binary logarithm of a chunk's words
 */
// @ts-ignore: decorator
@inline
function chunkShift(words: i32): i32 {
  return words <= 32 ? 0 : 32 - clz((words - 1) >> 5);
}

// --- Gathering ---------------------------------------------------------------------------------------------

/**
 * Moves four words that follow one another by permutations of three exchanges. They take 2.2 ns each side by side, and 2.7 one
 * after the other.
 */
// @ts-ignore: decorator
@inline
function moveFour(code: i32, target: usize, low: usize, high: usize, row: usize, permutations: usize): void {
  const entry0 = <usize>load<u32>(row), entry1 = <usize>load<u32>(row, 4);
  const entry2 = <usize>load<u32>(row, 8), entry3 = <usize>load<u32>(row, 12);
  const by0 = permutationOf(THREE, entry0, permutations), by1 = permutationOf(THREE, entry1, permutations);
  const by2 = permutationOf(THREE, entry2, permutations), by3 = permutationOf(THREE, entry3, permutations);
  let bits0 = i8x16.swizzle(withCode(code, v128.load(low), v128.load(high)), v128.load(by0));
  let bits1 = i8x16.swizzle(withCode(code, v128.load(low, 16), v128.load(high, 16)), v128.load(by1));
  let bits2 = i8x16.swizzle(withCode(code, v128.load(low, 32), v128.load(high, 32)), v128.load(by2));
  let bits3 = i8x16.swizzle(withCode(code, v128.load(low, 48), v128.load(high, 48)), v128.load(by3));
  bits0 = exchange(bits0, v128.load(by0, 16), 1);
  bits1 = exchange(bits1, v128.load(by1, 16), 1);
  bits2 = exchange(bits2, v128.load(by2, 16), 1);
  bits3 = exchange(bits3, v128.load(by3, 16), 1);
  bits0 = exchange(bits0, v128.load(by0, 32), 2);
  bits1 = exchange(bits1, v128.load(by1, 32), 2);
  bits2 = exchange(bits2, v128.load(by2, 32), 2);
  bits3 = exchange(bits3, v128.load(by3, 32), 2);
  bits0 = exchange(bits0, v128.load(by0, 48), 4);
  bits1 = exchange(bits1, v128.load(by1, 48), 4);
  bits2 = exchange(bits2, v128.load(by2, 48), 4);
  bits3 = exchange(bits3, v128.load(by3, 48), 4);
  orInto(wordOf(entry0, target), bits0);
  orInto(wordOf(entry1, target), bits1);
  orInto(wordOf(entry2, target), bits2);
  orInto(wordOf(entry3, target), bits3);
}

/** All words: without a branch that would often be guessed wrong. */
// @ts-ignore: decorator
@inline
function gatherAll(
  kind: i32, code: i32, target: usize, low: usize, high: usize, words: i32, row: usize, permutations: usize,
): void {
  const end = row + (<usize>words << 2);
  if (kind == THREE) {
    const endOfFours = row + (<usize>(words & ~3) << 2);
    for (; row < endOfFours; row += 16, low += 4 * WORD, high += 4 * WORD) {
      moveFour(code, target, low, high, row, permutations);
    }
  }
  for (; row < end; row += 4, low += WORD, high += WORD) {
    move(kind, withCode(code, v128.load(low), v128.load(high)), target, load<u32>(row), permutations);
  }
}

/** Words of some chunks, if they have states of the layer. */
// @ts-ignore: decorator
@inline
function gatherSome(
  kind: i32, code: i32, target: usize, low: usize, high: usize, words: i32, row: usize, permutations: usize,
  chunks: u32, room: usize,
): void {
  const shift = chunkShift(words);
  for (; chunks != 0; chunks &= chunks - 1) {
    const first = <i32>ctz(chunks) << shift;
    if (first >= words) return;
    const count = min(words - first, 1 << shift);
    let entry = row + (<usize>first << 2), lows = low + (<usize>first << 4), highs = high + (<usize>first << 4);
    if (room) highs = copiedFirst(room, highs, count);
    const end = entry + (<usize>count << 2);
    for (; entry < end; entry += 4, lows += WORD, highs += WORD) {
      const bits = withCode(code, v128.load(lows), v128.load(highs));
      if (v128.any_true(bits)) move(kind, bits, target, load<u32>(entry), permutations);
    }
  }
}

// @ts-ignore: decorator
@inline
function gather(
  kind: i32, code: i32, target: usize, low: usize, high: usize, words: i32, row: usize, permutations: usize,
  chunks: u32, room: usize,
): void {
  if (chunks == 0) {
    const highs = room ? copiedFirst(room, high, words) : high;
    if (code == 1) gatherAll(kind, 1, target, low, highs, words, row, permutations);
    else if (code == 2) gatherAll(kind, 2, target, low, highs, words, row, permutations);
    else gatherAll(kind, 3, target, low, highs, words, row, permutations);
  } else {
    if (code == 1) gatherSome(kind, 1, target, low, high, words, row, permutations, chunks, 0);
    else if (code == 2) gatherSome(kind, 2, target, low, high, words, row, permutations, chunks, room);
    else gatherSome(kind, 3, target, low, high, words, row, permutations, chunks, 0);
  }
}

/**
 * target |= the states of a source block that have a code, moved by a row, whose permutations have three exchanges.
 * @param low,high the planes of the source block
 * @param row an entry for each of `words` words
 * @param chunks those that have such states; 0 if most words have: then none is looked at first
 * @param room if other threads give states the code 3 meanwhile, and the code is 2: room for a copy, 64 bytes more than a plane;
 * else 0
 */
export function gatherThree(
  target: usize, low: usize, high: usize, words: i32, row: usize, permutations: usize, code: i32, chunks: u32, room: usize,
): void {
  gather(THREE, code, target, low, high, words, row, permutations, chunks, room);
}

/** As gatherThree, with permutations of five exchanges. */
export function gatherFive(
  target: usize, low: usize, high: usize, words: i32, row: usize, permutations: usize, code: i32, chunks: u32, room: usize,
): void {
  gather(FIVE, code, target, low, high, words, row, permutations, chunks, room);
}

/** As gatherThree, with tables for nibbles, which take longer than to look at a word. */
export function gatherNibbles(
  target: usize, low: usize, high: usize, words: i32, row: usize, permutations: usize, code: i32, chunks: u32, room: usize,
): void {
  gather(NIBBLES, code, target, low, high, words, row, permutations, chunks == 0 ? 0xffffffff : chunks, room);
}

/** Sends the states of half a word to the bits that a row names. */
// @ts-ignore: decorator
@inline
function scatterHalf(target: usize, half: u64, row: usize): void {
  for (; half != 0; half &= half - 1) {
    const bit = <usize>load<u32>(row + (<usize>ctz(half) << 2));
    const place = target + ((bit >> 6) << 3);
    store<u64>(place, load<u64>(place) | (<u64>1 << (bit & 63)));
  }
}

/**
 * As gatherThree, with a row that has the target bit of each state. The block has a third plane, of states that have been sent
 * before: to send them again in every third layer would take as long as all else.
 */
export function gatherScattered(
  target: usize, low: usize, high: usize, words: i32, row: usize, _permutations: usize, code: i32, chunks: u32, room: usize,
): void {
  const shift = chunkShift(words);
  const sent = low + (<usize>words << 5);
  for (let rest: u32 = chunks == 0 ? 0xffffffff : chunks; rest != 0; rest &= rest - 1) {
    const first = <i32>ctz(rest) << shift;
    if (first >= words) return;
    const count = min(words - first, 1 << shift);
    const at = <usize>first << 4;
    const highs = room ? copiedFirst(room, high + at, count) : high + at;
    for (let place: usize = 0; place < <usize>count << 4; place += WORD) {
      const withLast = withCode(code, v128.load(low + at + place), v128.load(highs + place));
      const bits = v128.andnot(withLast, v128.load(sent + at + place));
      if (!v128.any_true(bits)) continue;
      // A word has 128 entries of four bytes.
      const entries = row + ((at + place) << 5);
      scatterHalf(target, i64x2.extract_lane(bits, 0), entries);
      scatterHalf(target, i64x2.extract_lane(bits, 1), entries + 256);
    }
  }
}

/** Marks the states of a block that have a code as sent. */
export function markSent(low: usize, high: usize, sent: usize, words: i32, code: i32): void {
  const end = low + (<usize>words << 4);
  for (; low < end; low += WORD, high += WORD, sent += WORD) {
    orInto(sent, withCode(code, v128.load(low), v128.load(high)));
  }
}

/** target = 0 */
export function clear(target: usize, words: i32): void {
  memory.fill(target, 0, <usize>words << 4);
}

/** target |= source */
export function orWords(target: usize, source: usize, words: i32): void {
  const end = target + (<usize>words << 4);
  for (; target < end; target += WORD, source += WORD) {
    v128.store(target, v128.or(v128.load(target), v128.load(source)));
  }
}

// --- Settling ----------------------------------------------------------------------------------------------

/**
 * Where `settle` and `survey` write how many states and words they have found, in which chunks, and whether all states have been
 * reached: u32.
 */
const STATES = 0;
const WORDS = 4;
const CHUNKS = 8;
const FULL = 12;

// @ts-ignore: decorator
@inline
function settleWord(code: i32, reached: usize, low: usize, high: usize, fresh: v128): void {
  v128.store(reached, fresh);
  if (code != 2) v128.store(low, v128.or(v128.load(low), fresh));
  if (code == 2) v128.store(high, v128.or(v128.load(high), fresh));
}

// @ts-ignore: decorator
@inline
function freshOf(reached: usize, unreached: v128): v128 {
  return v128.and(v128.load(reached), unreached);
}

// @ts-ignore: decorator
@inline
function unreachedOf(used: v128, low: usize, high: usize): v128 {
  return v128.andnot(used, v128.or(v128.load(low), v128.load(high)));
}

// @ts-ignore: decorator
@inline
function settleAll(code: i32, reached: usize, low: usize, high: usize, words: i32, used: usize, found: usize): void {
  const bits = v128.load(used);
  const end = reached + (<usize>(words - 1) << 4);
  const begin = reached, highs = high;
  let left = i64x2.splat(0);
  const shift = chunkShift(words);
  let states = 0, some = 0;
  let chunks: u32 = 0;
  const end4 = reached + (<usize>((words - 1) & ~3) << 4);
  for (; reached < end4; reached += 4 * WORD, low += 4 * WORD, high += 4 * WORD) {
    const unreached0 = unreachedOf(bits, low, high), unreached1 = unreachedOf(bits, low + 16, high + 16);
    const unreached2 = unreachedOf(bits, low + 32, high + 32), unreached3 = unreachedOf(bits, low + 48, high + 48);
    const fresh0 = freshOf(reached, unreached0), fresh1 = freshOf(reached + 16, unreached1);
    const fresh2 = freshOf(reached + 32, unreached2), fresh3 = freshOf(reached + 48, unreached3);
    left = v128.or(left, v128.or(v128.xor(fresh0, unreached0), v128.xor(fresh1, unreached1)));
    left = v128.or(left, v128.or(v128.xor(fresh2, unreached2), v128.xor(fresh3, unreached3)));
    v128.store(reached, fresh0);
    v128.store(reached, fresh1, 16);
    v128.store(reached, fresh2, 32);
    v128.store(reached, fresh3, 48);
    if (v128.any_true(v128.or(v128.or(fresh0, fresh1), v128.or(fresh2, fresh3)))) {
      settleWord(code, reached, low, high, fresh0);
      settleWord(code, reached + 16, low + 16, high + 16, fresh1);
      settleWord(code, reached + 32, low + 32, high + 32, fresh2);
      settleWord(code, reached + 48, low + 48, high + 48, fresh3);
      states += ones(fresh0) + ones(fresh1) + ones(fresh2) + ones(fresh3);
      some += <i32>v128.any_true(fresh0) + <i32>v128.any_true(fresh1);
      some += <i32>v128.any_true(fresh2) + <i32>v128.any_true(fresh3);
      const word = <i32>((reached - begin) >> 4);
      chunks |= (1 << (word >> shift)) | (1 << ((word + 3) >> shift));
      if (shift < 2) chunks |= (1 << ((word + 1) >> shift)) | (1 << ((word + 2) >> shift));
    }
  }
  for (; reached <= end; reached += WORD, low += WORD, high += WORD) {
    const unreached = unreachedOf(reached == end ? v128.load(used, 16) : bits, low, high);
    const fresh = freshOf(reached, unreached);
    left = v128.or(left, v128.xor(fresh, unreached));
    settleWord(code, reached, low, high, fresh);
    states += ones(fresh);
    some += <i32>v128.any_true(fresh);
    chunks |= <u32>v128.any_true(fresh) << (<i32>((reached - begin) >> 4) >> shift);
  }
  if (code == 3) {
    fence(found);
    orWords(highs, begin, words);
  }
  store<u32>(found, states, STATES);
  store<u32>(found, some, WORDS);
  store<u32>(found, chunks, CHUNKS);
  store<u32>(found, v128.any_true(left) ? 0 : 1, FULL);
}

/**
 * Gives a code to those states that a block has gathered and that have not been reached, and leaves these in `reached`.
 * @param low,high the planes of the block
 * @param used the bits of a word that stand for states, and those of the last word
 * @param found takes how many states and words have been found, the chunks of these, and 1 if all states of the block have been
 * reached now
 */
export function settle(
  reached: usize, low: usize, high: usize, words: i32, code: i32, used: usize, found: usize,
): void {
  if (code == 1) settleAll(1, reached, low, high, words, used, found);
  else if (code == 2) settleAll(2, reached, low, high, words, used, found);
  else settleAll(3, reached, low, high, words, used, found);
}

/** Returns the next word that is not 0, from `word` on; `words` if there is none. */
export function nextWord(plane: usize, word: i32, words: i32): i32 {
  for (; word < words; word++) if (v128.any_true(v128.load(plane + (<usize>word << 4)))) return word;
  return words;
}

/**
 * Looks through the codes of a block.
 * @param found takes how many states have been reached, how many words have states with a code, their chunks, and 1 if all have
 * been reached
 */
export function survey(low: usize, high: usize, words: i32, code: i32, used: usize, found: usize): void {
  const end = low + (<usize>(words - 1) << 4);
  let left = i64x2.splat(0);
  const shift = chunkShift(words);
  const begin = low;
  let states = 0, some = 0;
  let chunks: u32 = 0;
  for (; low <= end; low += WORD, high += WORD) {
    const bits = v128.load(low == end ? used + 16 : used);
    const reached = v128.or(v128.load(low), v128.load(high));
    left = v128.or(left, v128.andnot(bits, reached));
    states += ones(reached);
    const has = v128.any_true(withCode(code, v128.load(low), v128.load(high)));
    some += <i32>has;
    chunks |= <u32>has << (<i32>((low - begin) >> 4) >> shift);
  }
  store<u32>(found, states, STATES);
  store<u32>(found, some, WORDS);
  store<u32>(found, chunks, CHUNKS);
  store<u32>(found, v128.any_true(left) ? 0 : 1, FULL);
}
