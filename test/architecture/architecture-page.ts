/** Writes docs/explanations/architecture.md from the tables of rooms and walks. */

import { ROOMS } from './rooms.js';
import { importsOf, type SourceFile } from './source-files.js';
import { WALKS, type Walk } from './walks.js';

/** Returns the page as Markdown. */
export function architecturePage(files: readonly SourceFile[]): string {
  return `# Architecture

<!-- Written by \`npx vitest run test/architecture -u\` from test/architecture/rooms.ts and walks.ts: change those. -->

One noun, three seams.
A *space* is a set of states with moves, for example a board.
An *engine* enumerates a numbered space: the caller requests plans from the engines and takes the best one.
A *table* holds the distances, as a depth code over a store of bytes.
Code that uses a table is written once, for every kind of space.

## Rooms

Each folder is a room, and the table lists them from the bottom up.
The imports of a room are those of its files, and a room imports only rooms that are listed before it.
\`test/architecture\` checks this, and also that no two files export the same name or import each other in a circle.

| room | files | purpose | imports |
|---|---|---|---|
${Object.entries(ROOMS)
  .map(([room, purpose]) => {
    const count = files.filter((file) => file.room === room).length;
    return `| \`${room}\` | ${count} | ${purpose} | ${
      importsOf(room, files)
        .map((other) => `\`${other}\``)
        .join(', ') || 'nothing'
    } |`;
  })
  .join('\n')}

## Four walks

Each step names a file and a function or type in it.
${WALKS.map(walkText).join('\n')}`;
}

function walkText({ title, about, steps }: Walk): string {
  const rows = steps.map(({ path, name, does }, index) => `| ${index + 1} | \`${path}\` | \`${name}\` | ${does} |`);
  return `
### ${title}

${about}

| | file | function or type | does |
|---|---|---|---|
${rows.join('\n')}
`;
}
