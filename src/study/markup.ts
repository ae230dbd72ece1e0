/** HTML and SVG as text, with inserted values escaped. */

/** Text that is already markup, and is not escaped again. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Values that can be inserted into markup: strings are escaped, lists joined, and null is left out. */
type Insertion = string | number | Markup | null | readonly Insertion[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * Tagged template for HTML and XML. Numbers are coordinates and counts, and have at most two decimals, so that pages stay small.
 */
export function markup(parts: TemplateStringsArray, ...insertions: readonly Insertion[]): Markup {
  return new Markup(parts.reduce((text, part, index) => text + textOf(insertions[index - 1]) + part));
}

function textOf(insertion: Insertion): string {
  if (insertion === null) return '';
  if (insertion instanceof Markup) return insertion.text;
  if (typeof insertion === 'number') return String(Math.round(insertion * 100) / 100);
  if (typeof insertion === 'string') return escaped(insertion);
  return insertion.map(textOf).join('');
}

/** Escapes a text for use between tags and in quoted attributes. Characters that XML forbids become U+FFFD. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => ESCAPES[character])
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd');
}

/** Returns a section of the page. @param parts its lines below the heading; null leaves a line empty */
export function section(id: string, heading: string, ...parts: readonly (Markup | null)[]): Markup {
  const lines = parts.map((part) => markup`${part}\n`);
  return markup`<section aria-labelledby="${id}">\n<h2 id="${id}">${heading}</h2>\n${lines}</section>\n`;
}

/** A column of a table: its head, and the text of its cell in a row. */
export type Column<Row> = readonly [head: string, cell: (row: Row) => string];

/** @param columns the first one names the rows */
export function numberTable<Row>(title: string, rows: readonly Row[], columns: readonly Column<Row>[]): Markup {
  const [[, nameOf], ...others] = columns;
  const lines = rows.map(
    (
      row,
    ) => markup`<tr><th scope="row">${nameOf(row)}</th>${others.map(([, cell]) => markup`<td>${cell(row)}</td>`)}</tr>
`,
  );
  return markup`<details>
<summary>${title}</summary>
<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table>
<thead><tr>${columns.map(([head]) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${lines}</tbody>
</table></div>
</details>
`;
}
