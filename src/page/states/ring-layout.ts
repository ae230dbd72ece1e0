/** The layout of cycles as rings of labels, in lines, as large as the available room allows. */

interface PlacedLabel {
  readonly label: string;
  readonly x: number;
  readonly y: number;
}

export interface Ring {
  readonly x: number;
  readonly y: number;
  /** 0 for a single label. */
  readonly radius: number;
  /** Labels clockwise from the top. */
  readonly labels: readonly PlacedLabel[];
}

/** The rings of one set of pieces, below its name. */
interface RingBlock {
  readonly name: string | null;
  readonly y: number;
  readonly rings: readonly Ring[];
}

interface RingLayout {
  readonly width: number;
  readonly height: number;
  readonly blocks: readonly RingBlock[];
}

/** The cycles of a set of pieces. */
export interface NamedCycles {
  /** null if the set needs no name. */
  readonly name: string | null;
  readonly cycles: readonly (readonly string[])[];
}

/** Width of a character, and of the margin around a label. */
const CHARACTER = 8;
const AROUND_LABEL = 14;
export const NAME_HEIGHT = 18;

/** Returns the diameter of all labels. */
export function labelSize(sets: readonly NamedCycles[]): number {
  const longest = Math.max(...sets.flatMap(({ cycles }) => cycles.flat().map((label) => label.length)));
  return Math.max(2, longest) * CHARACTER + AROUND_LABEL - CHARACTER / 2;
}

/** Returns the layout that fits a room best, in its own units. @param sets sets with at least one cycle */
export function layoutRings(
  sets: readonly NamedCycles[],
  room: { readonly width: number; readonly height: number },
): RingLayout {
  const size = labelSize(sets);
  const widths = sets.flatMap(({ cycles }) => cycles.map((cycle) => 2 * radiusOf(cycle.length, size) + size));
  const least = Math.max(...widths);
  const most = widths.reduce((sum, width) => sum + width, 0);
  const tried = Array.from({ length: 24 }, (_, step) => layoutWithin(sets, size, least + ((most - least) * step) / 23));
  const scale = ({ width, height }: RingLayout) => Math.min(room.width / width, room.height / height);
  return tried.reduce((best, other) => (scale(other) > scale(best) ? other : best));
}

function layoutWithin(sets: readonly NamedCycles[], size: number, most: number): RingLayout {
  const gap = size * 0.35;
  const blocks: RingBlock[] = [];
  let width = 0;
  let y = 0;
  for (const { name, cycles } of sets.filter((set) => set.cycles.length > 0)) {
    const rings: Ring[] = [];
    const top = y;
    if (name !== null) y += NAME_HEIGHT;
    let x = 0;
    let line = 0;
    for (const cycle of cycles) {
      const radius = radiusOf(cycle.length, size);
      const diameter = 2 * radius + size;
      if (x > 0 && x + diameter > most + 0.01) {
        y += line + gap;
        x = 0;
        line = 0;
      }
      rings.push(ringOf(cycle, x + diameter / 2, y + diameter / 2, radius));
      x += diameter + gap;
      line = Math.max(line, diameter);
      width = Math.max(width, x - gap);
    }
    y += line + gap;
    blocks.push({ name, y: top, rings });
  }
  return { width, height: y - gap, blocks };
}

/** Returns the radius at which neighbours on a ring leave room for an arrow. */
function radiusOf(count: number, size: number): number {
  return count === 1 ? 0 : (size * 1.45) / (2 * Math.sin(Math.PI / count));
}

function ringOf(cycle: readonly string[], x: number, y: number, radius: number): Ring {
  const labels = cycle.map((label, index) => {
    const angle = (2 * Math.PI * index) / cycle.length;
    return { label, x: x + radius * Math.sin(angle), y: y - radius * Math.cos(angle) };
  });
  return { x, y, radius, labels };
}
