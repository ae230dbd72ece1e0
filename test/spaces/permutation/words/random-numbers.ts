/** Returns a source of random whole numbers 0..limit-1, the same for the same seed: mulberry32, by T. Ettinger. */
export function seededNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

/** Returns the numbers 0..length-1 in random order. */
export function shuffled(length: number, random: (limit: number) => number): number[] {
  const numbers = Array.from({ length }, (_, i) => i);
  for (let i = length - 1; i > 0; i--) {
    const j = random(i + 1);
    [numbers[i], numbers[j]] = [numbers[j], numbers[i]];
  }
  return numbers;
}
