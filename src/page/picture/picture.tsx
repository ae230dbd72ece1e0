/** A drawing of a state, named by its text. A large one is as wide as its place; small ones are shown in lists. */

import './picture.css';
import type { ComponentChildren } from 'preact';

export interface PictureProps {
  readonly kind: string;
  readonly name: string;
  /** Size in user units, which are pixels in a small drawing. */
  readonly width: number;
  readonly height: number;
  readonly little: boolean;
  readonly children: ComponentChildren;
}

export function Picture({ kind, name, width, height, little, children }: PictureProps) {
  return (
    <svg
      class={`face ${kind}${little ? ' little' : ''}`}
      role="img"
      aria-label={name}
      viewBox={`-1 -1 ${width + 2} ${height + 2}`}
      {...(little ? { width: width + 2, height: height + 2 } : {})}
    >
      {children}
    </svg>
  );
}

/** A state drawn in one of the two sizes. */
export interface DrawnState {
  readonly state: string;
  readonly little: boolean;
}
