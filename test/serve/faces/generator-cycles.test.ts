import { describe, expect, test } from 'vitest';
import { generatorCycles } from '#src/serve/faces.js';

const points = (pieces: number) => [{ name: 'pieces', pieces, turns: 1 }];

describe('the cycles of a generator', () => {
  test('count places from 1, and leave out fixed places', () => {
    expect(generatorCycles([1, 2, 0, 3, 5, 4], points(6))).toBe('(1 2 3)(5 6)');
    expect(generatorCycles([0, 1], points(2))).toBe('()');
  });

  test('give the turn with which a piece arrives at a place', () => {
    const corners = [{ name: 'corners', pieces: 3, turns: 3 }];
    expect(generatorCycles([4, 5, 3, 0, 1, 2, 8, 6, 7], corners)).toBe('(1 2+1)(3+2)');
  });

  test('name their sets if there are several', () => {
    const sets = [...points(2), { name: 'others', pieces: 2, turns: 1 }, { name: 'rest', pieces: 1, turns: 2 }];
    expect(generatorCycles([0, 1, 3, 2, 5, 4], sets)).toBe('others (1 2), rest (1+1)');
    expect(generatorCycles([0, 1, 2, 3, 4, 5], sets)).toBe('()');
  });

  test('are counted, not listed, if they move many pieces', () => {
    const images = Array.from({ length: 200 }, (_, point) => (point + 1) % 200);
    expect(generatorCycles(images, points(200))).toBe('Moves 200 of 200 pieces.');
  });
});
