/** The commands of the `antipode` program. Their descriptions are loaded at the start; the code of a command is loaded when it runs. */

import { createRequire } from 'node:module';
import { Command, CommanderError } from 'commander';
import { didYouMean, excerpt } from '../base/text.js';
import { OPTIONS, type Options } from './arguments/options.js';
import { COMMANDS } from './descriptions.js';
import { columnsOf, examplesText, WIDTH } from './terminal/layout.js';
import { EXIT_INPUT, type Io, reportError } from './terminal/process.js';

const manifest: Record<'version' | 'description', string> = createRequire(import.meta.url)('#package.json');

/**
 * Runs a command.
 * @param argv the words after the program's name
 * @returns the exit status, once everything is written to the streams
 */
export async function main(argv: readonly string[], streams: Omit<Io, 'version' | 'argv'>): Promise<number> {
  let status = 0;
  const io: Io = { ...streams, version: manifest.version, argv };
  const program = describeProgram(io, (code) => {
    status = code;
  });
  try {
    checkHelp(program, argv);
    await program.parseAsync(argv, { from: 'user' });
    return status;
  } catch (error) {
    // Commander has already printed the error or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_INPUT;
    return reportError(error, io.stderr);
  }
}

/** Returns the program with all its commands, ready to parse a command line. @param onStatus called with the exit status of some commands */
export function describeProgram(io: Io, onStatus: (status: number) => void = () => {}): Command {
  const program = new Command('antipode')
    .description(manifest.description)
    .version(manifest.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print the help')
    .exitOverride()
    // Descriptions wrap on terminals of 60 columns or more.
    .configureHelp({ minWidthToWrap: 20 })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => columnsOf(io.stdout) ?? WIDTH,
      getErrHelpWidth: () => columnsOf(io.stderr) ?? WIDTH,
      outputError: (text, write) => write(`antipode: ${oneLine(text)}; see --help\n`),
    })
    .addHelpText(
      'after',
      examplesText({
        'All distances of the 8-puzzle': 'antipode explore 3x3',
        'Options and examples of a command': 'antipode solve --help',
      }),
    );
  for (const [heading, commands] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading);
    for (const [name, description] of Object.entries(commands)) {
      const { summary, description: text, examples, run } = description;
      const command = program.command(name).summary(summary).description(text);
      for (const [argument, meaning] of Object.entries(description.arguments ?? {}))
        command.argument(argument, meaning);
      addOptions(command, OPTIONS[name as keyof typeof OPTIONS]);
      command.addHelpText('after', examplesText(examples)).action(async (...words) => {
        // The last two are the options and the command itself.
        const status = await run(words.slice(0, -2), words.at(-2), io);
        if (typeof status === 'number') onStatus(status);
      });
    }
  }
  program.commandsGroup('Help:').helpCommand('help [command]', 'print the help of a command');
  // Added after the command's own options, so that it appears in their last group.
  for (const command of program.commands) command.helpOption('-h, --help', 'print this help');
  return program;
}

function addOptions(command: Command, options: Options): void {
  for (const [flags, text] of Object.entries(options)) {
    if (text === null) {
      command.optionsGroup(flags);
      continue;
    }
    const [description, more] = typeof text === 'string' ? [text] : text;
    const option = command.createOption(flags, description);
    if (typeof more === 'function') option.argParser(more);
    command.addOption(option.makeOptionMandatory(more === 'required'));
  }
}

/** Refuses `help` with an unknown command: commander prints the usage alone. */
function checkHelp(program: Command, [word, name = '']: readonly string[]): void {
  const names = program.commands.map((command) => command.name());
  if (word !== 'help' || ['', 'help', ...names].includes(name) || name.startsWith('-')) return;
  program.error(`unknown command '${excerpt(name)}'${didYouMean(name, names)}`);
}

/** Returns a commander error as one line, with its suggestion if it has one. */
function oneLine(error: string): string {
  return error
    .replace(/^error: /, '')
    .replace(/\n\(Did/, ' (did')
    .replace(/\. Expected (\d+) arguments? but got (\d+)\./, ': expected $1, found $2')
    .trimEnd();
}
