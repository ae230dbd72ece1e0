/** The moves of a solution, in a box that scrolls to the next move. */

import { Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { SolutionPath } from '../moves/solution-path.js';

export interface PathTextProps {
  /** null until the solution is open. */
  readonly path: SolutionPath | null;
  readonly at: number;
  /** Explanation of the moves' notation. */
  readonly note: string;
}

export function PathText({ path, at, note }: PathTextProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const mark = box.current?.querySelector('mark');
    if (mark && box.current) box.current.scrollTop = mark.offsetTop - box.current.clientHeight / 2;
  }, [path, at]);
  if (path === null) return <div class="path" />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys reach nothing in it
    <section class="path" ref={box} title={note} tabIndex={0} aria-label="Moves of the solution">
      {path.moves.map((move, index) => (
        <Fragment key={index}>
          {index === at ? (
            <mark aria-current="step">{move}</mark>
          ) : (
            <span class={index < at ? 'past' : ''}>{move}</span>
          )}{' '}
        </Fragment>
      ))}
    </section>
  );
}
