/** A state as cycles, drawn as rings: each piece has moved clockwise to the next place. Small drawings and long cycles are text. */

import { cycleNotation } from '../../permutations/permutation.js';
import type { SetAnswer } from '../../serve/answers.js';
import { type DrawnState, Picture } from './picture.js';
import { cyclesOfWords, wordsOfSets } from './state-texts.js';

type Drawn = Pick<DrawnState, 'state' | 'little'>;

const ROOM = { width: 400, height: 260 };
const MOST_ON_RINGS = 24;
const LARGEST_SCALE = 1.5;

export function CycleRings({ state, little, sets }: Drawn & { readonly sets: readonly SetAnswer[] }) {
  const moved = cyclesOfSets(state, sets);
  if (moved === null) return <code class="face">{state}</code>;
  const count = moved.reduce((sum, { cycles }) => sum + cycles.flat().length, 0);
  if (little || count > MOST_ON_RINGS) return <CycleText state={state} little={little} sets={moved} />;
  return (
    <Picture kind="cycles" state={state} {...ROOM} little={false}>
      {count === 0 ? (
        <text x={ROOM.width / 2} y={ROOM.height / 2} dy=".36em">
          All pieces are in place.
        </text>
      ) : (
        <Rings sets={moved} />
      )}
    </Picture>
  );
}

function cyclesOfSets(state: string, sets: readonly SetAnswer[]): NamedCycles[] | null {
  const words = wordsOfSets(state, sets);
  if (words === null) return null;
  const found = words.map((own, index) => {
    const cycles = cyclesOfWords(own);
    return cycles && { name: sets.length === 1 ? null : sets[index].name, cycles };
  });
  return found.every((set) => set !== null) ? found : null;
}

function Rings({ sets }: { readonly sets: readonly NamedCycles[] }) {
  const { width, height, size, blocks } = layoutRings(sets, ROOM);
  const scale = Math.min(LARGEST_SCALE, ROOM.width / width, ROOM.height / height);
  const [left, top] = [(ROOM.width - scale * width) / 2, (ROOM.height - scale * height) / 2];
  return (
    <g transform={`translate(${left} ${top}) scale(${scale})`}>
      {blocks.map(({ name, y, rings }) => (
        <g key={name}>
          {name !== null && (
            <text class="faint" x={width / 2} y={y + NAME_HEIGHT * 0.7}>
              {name}
            </text>
          )}
          {rings.map((ring) => (
            <OneRing key={ring.labels[0].label} ring={ring} size={size} />
          ))}
        </g>
      ))}
    </g>
  );
}

function OneRing({ ring: { x, y, radius, labels }, size }: { readonly ring: Ring; readonly size: number }) {
  return (
    <g>
      {radius > 0 && <circle class="ring" cx={x} cy={y} r={radius} />}
      {labels.map(({ label, ...at }, index) => {
        const degrees = (360 * (index + 0.5)) / labels.length;
        const turned = `translate(${x} ${y}) rotate(${degrees}) translate(0 ${-radius})`;
        return (
          <g key={label}>
            {radius > 0 && <path class="arrow" d="M-4-4 4 0-4 4z" transform={turned} />}
            <circle class="place" cx={at.x} cy={at.y} r={size / 2} />
            <text x={at.x} y={at.y} dy=".36em">
              {label}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function CycleText({ state, little, sets }: Drawn & { readonly sets: readonly NamedCycles[] }) {
  const moving = sets.filter(({ cycles }) => cycles.length > 0);
  return (
    <span class={`face cycle-text${little ? ' little' : ''}`} role="img" aria-label={state}>
      {moving.length === 0 && cycleNotation([])}
      {moving.map((set) => (
        <span key={set.name}>
          {set.name}{' '}
          {set.cycles.map((cycle) => (
            <span key={cycle[0]} class="cycle">
              {cycleNotation([cycle])}
            </span>
          ))}{' '}
        </span>
      ))}
    </span>
  );
}

/* The layout of cycles as rings of labels, in lines, as large as the available room allows. */

/** The cycles of a set of pieces. */
export interface NamedCycles {
  /** null if the set needs no name. */
  readonly name: string | null;
  readonly cycles: readonly (readonly string[])[];
}

/** Width of a character, and of the margin around a label. */
const CHARACTER = 8;
const AROUND_LABEL = 14;
const NAME_HEIGHT = 18;

/** Returns the diameter of all labels. */
function labelSize(sets: readonly NamedCycles[]): number {
  const longest = Math.max(...sets.flatMap(({ cycles }) => cycles.flat().map((label) => label.length)));
  return Math.max(2, longest) * CHARACTER + AROUND_LABEL - CHARACTER / 2;
}

/** Returns the layout that fits a room best, in its own units. @param sets sets with at least one cycle */
export function layoutRings(sets: readonly NamedCycles[], room: { readonly width: number; readonly height: number }) {
  const size = labelSize(sets);
  const widths = sets.flatMap(({ cycles }) => cycles.map((cycle) => 2 * radiusOf(cycle.length, size) + size));
  const least = Math.max(...widths);
  const most = widths.reduce((sum, width) => sum + width, 0);
  const tried = Array.from({ length: 24 }, (_, step) => layoutWithin(sets, size, least + ((most - least) * step) / 23));
  const scale = ({ width, height }: (typeof tried)[number]) => Math.min(room.width / width, room.height / height);
  return tried.reduce((best, other) => (scale(other) > scale(best) ? other : best));
}

function layoutWithin(sets: readonly NamedCycles[], size: number, most: number) {
  const gap = size * 0.35;
  const blocks: { readonly name: string | null; readonly y: number; readonly rings: readonly Ring[] }[] = [];
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
  return { width, height: y - gap, size, blocks };
}

/** Returns the radius at which neighbours on a ring leave room for an arrow. */
function radiusOf(count: number, size: number): number {
  return count === 1 ? 0 : (size * 1.45) / (2 * Math.sin(Math.PI / count));
}

/** Returns a ring with labels clockwise from the top. @param radius 0 for a single label */
function ringOf(cycle: readonly string[], x: number, y: number, radius: number) {
  const labels = cycle.map((label, index) => {
    const angle = (2 * Math.PI * index) / cycle.length;
    return { label, x: x + radius * Math.sin(angle), y: y - radius * Math.cos(angle) };
  });
  return { x, y, radius, labels };
}

type Ring = ReturnType<typeof ringOf>;

/* Pieces on their places, set by set, with a colour for each number. Pieces of equal numbers are identical. */

/** Width and height of a piece, and height of a set's name, for large and small drawings. */
const SIZES = [
  { width: 34, height: 28, name: 20 },
  { width: 12, height: 12, name: 4 },
] as const;
const MOST_IN_A_ROW = 12;
const COLOURS = 8;

export function PieceRows({ state, little, sets }: Drawn & { readonly sets: readonly SetAnswer[] }) {
  const words = wordsOfSets(state, sets);
  if (words === null) return <code class="face">{state}</code>;
  const { width, height, name } = SIZES[little ? 1 : 0];
  const columns = Math.min(MOST_IN_A_ROW, Math.max(...sets.map(({ pieces }) => pieces)));
  const rows = sets.map(({ pieces }) => Math.ceil(pieces / MOST_IN_A_ROW));
  const tops = rows.map((_, index) => rows.slice(0, index).reduce((sum, own) => sum + own * height + name, 0));
  const all = tops[tops.length - 1] + name + rows[rows.length - 1] * height;
  return (
    <Picture kind="pieces" state={state} width={columns * width} height={all} little={little}>
      {words.map((own, index) => (
        <g key={sets[index].name} transform={`translate(0 ${tops[index]})`}>
          {!little && (
            <text class="faint" x="0" y={name * 0.7} text-anchor="start">
              {sets[index].name}
            </text>
          )}
          {own.map((word, place) => {
            const x = (place % MOST_IN_A_ROW) * width;
            const y = name + Math.floor(place / MOST_IN_A_ROW) * height;
            return (
              <g key={place} class={`piece-${Number.parseInt(word, 10) % COLOURS}`}>
                <rect x={x + 0.5} y={y + 0.5} width={width - 1} height={height - 1} rx={width / 8} />
                <text class="number" x={x + width / 2} y={y + height / 2} dy=".36em">
                  {word}
                </text>
              </g>
            );
          })}
        </g>
      ))}
    </Picture>
  );
}
