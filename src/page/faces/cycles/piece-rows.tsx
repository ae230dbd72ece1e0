/** Pieces on their places, set by set, with a colour for each number. Pieces of equal numbers are identical. */

import './piece-rows.css';
import type { SetAnswer } from '../../../serve/answers.js';
import { type DrawnState, Picture } from '../../picture/picture.js';
import { wordsOfSets } from './placed-pieces.js';

/** Width and height of a piece, and height of a set's name, for large and small drawings. */
const SIZES = [
  { width: 34, height: 28, name: 20 },
  { width: 12, height: 12, name: 4 },
] as const;
const MOST_IN_A_ROW = 12;
const COLOURS = 8;

export function PieceRows({ state, little, sets }: DrawnState & { readonly sets: readonly SetAnswer[] }) {
  const words = wordsOfSets(state, sets);
  if (words === null) return <code class="face">{state}</code>;
  const { width, height, name } = SIZES[little ? 1 : 0];
  const columns = Math.min(MOST_IN_A_ROW, Math.max(...sets.map(({ pieces }) => pieces)));
  const rows = sets.map(({ pieces }) => Math.ceil(pieces / MOST_IN_A_ROW));
  const tops = rows.map((_, index) => rows.slice(0, index).reduce((sum, own) => sum + own * height + name, 0));
  const all = tops[tops.length - 1] + name + rows[rows.length - 1] * height;
  return (
    <Picture kind="pieces" name={state} width={columns * width} height={all} little={little}>
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
