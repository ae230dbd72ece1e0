/** An estimate, as a number and as a bar on the scale of the distance. */

export interface EstimateBarProps {
  readonly name: string;
  /** null if there is none; undefined while it is unknown. */
  readonly value: number | null | undefined;
  /** Number of moves that fills the row. */
  readonly most: number;
  readonly sentence: string;
  readonly isTrue?: boolean;
}

export function EstimateBar({ name, value, most, sentence, isTrue = false }: EstimateBarProps) {
  return (
    <div class={isTrue ? 'estimate true' : 'estimate'}>
      <dt>{name}</dt>
      <dd class="estimate-value">{value === undefined ? '…' : (value ?? '–')}</dd>
      <dd class="estimate-lane" aria-hidden="true">
        <span style={{ width: `${((value ?? 0) / most) * 100}%` }} />
      </dd>
      <dd class="note">{sentence}</dd>
    </div>
  );
}
