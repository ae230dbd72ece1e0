/** Writes docs/reference/commands.md from the program's description of itself. */

import { describeProgram } from '#src/program/main.js';
import { capturedIo } from '../captured-io.js';

const HEAD = `# Commands

Every command with its arguments, options and examples, as \`antipode <command> --help\` prints them.
This page is generated from the program.
`;

/** Width of the texts in columns, which a page shows without a scroll bar. */
const WIDTH = 100;

/** Returns the text of the page. */
export function commandsPage(): string {
  const program = describeProgram(capturedIo().io);
  const commands = program.commands.filter((command) => command.name() !== 'help');
  return [
    HEAD,
    ...commands.map((command) => `- [${command.name()}](#antipode-${command.name()}): ${command.summary()}`),
    ...commands.map((command) => {
      let text = '';
      command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => WIDTH });
      command.outputHelp();
      return `\n## antipode ${command.name()}\n\n\`\`\`text\n${text.trimEnd()}\n\`\`\``;
    }),
    '',
  ].join('\n');
}
