/** The numbers of a section's charts as a collapsed table. */

import { type Markup, markup } from '../charts/markup.js';

export interface Column {
  readonly head: string;
  readonly cells: readonly string[];
}

/** @param columns columns of the same length; the first one names the rows */
export function numberTable(title: string, columns: readonly Column[]): Markup {
  const [names, ...others] = columns;
  const rows = names.cells.map(
    (
      name,
      row,
    ) => markup`<tr><th scope="row">${name}</th>${others.map(({ cells }) => markup`<td>${cells[row]}</td>`)}</tr>
`,
  );
  return markup`<details>
<summary>${title}</summary>
<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table>
<thead><tr>${columns.map(({ head }) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table></div>
</details>
`;
}
