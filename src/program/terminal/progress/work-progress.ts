/** The live line of a queue's worker, and a line for each layer that it worked on. */

import { bytesText, grouped, secondsText } from '../../../base/text/numbers.js';
import { rangeText } from '../../../runs/portions/portion-range.js';
import type { WorkEvent } from '../../../runs/queue/work.js';

/** Work of this worker on a layer. */
interface LayerPart {
  readonly layer: number;
  portions: number;
  bytesRead: number;
  bytesWritten: number;
  seconds: number;
}

export class WorkProgress {
  /** The job in work; undefined while the worker waits. */
  #making: { readonly text: string; readonly begin: number } | undefined;
  #waitsSince = performance.now();
  #part: LayerPart | undefined;
  #portions = 0;

  /** @returns the line of a layer, when this worker begins another one */
  on(event: WorkEvent): string | undefined {
    if (event.type === 'making') {
      const { layer, first, last } = event;
      this.#making = { text: `layer ${layer}: making ${rangeText({ first, last })}`, begin: performance.now() };
      return this.#part !== undefined && this.#part.layer !== layer ? this.takePart() : undefined;
    }
    if (event.type === 'made') this.#add(event);
    if (event.type === 'waiting') {
      this.#making = undefined;
      this.#waitsSince = performance.now();
    }
    return undefined;
  }

  /** Returns the line of the last layer, if it has not been returned yet. */
  takePart(): string | undefined {
    if (this.#part === undefined) return undefined;
    const { layer, portions, bytesRead, bytesWritten, seconds } = this.#part;
    this.#part = undefined;
    return `layer ${layer}: ${countText(portions)} in ${secondsText(seconds)}, ${bytesText(bytesRead)} read, ${bytesText(bytesWritten)} written`;
  }

  text(): string {
    const done = this.#portions === 0 ? '' : `  ${countText(this.#portions)} made so far`;
    if (this.#making === undefined) return `waiting  ${since(this.#waitsSince)}${done}`;
    const { text, begin } = this.#making;
    return `${text}  ${since(begin)}${done}`;
  }

  #add({ layer, first, last, bytesRead, bytesWritten, seconds }: Extract<WorkEvent, { readonly type: 'made' }>): void {
    const portions = last - first + 1;
    this.#portions += portions;
    this.#part ??= { layer, portions: 0, bytesRead: 0, bytesWritten: 0, seconds: 0 };
    this.#part.portions += portions;
    this.#part.bytesRead += bytesRead;
    this.#part.bytesWritten += bytesWritten;
    this.#part.seconds += seconds;
  }
}

function since(begin: number): string {
  return secondsText((performance.now() - begin) / 1000);
}

function countText(count: number): string {
  return count === 1 ? '1 portion' : `${grouped(count)} portions`;
}
