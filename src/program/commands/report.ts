/** `antipode report`: draws a table's space as an HTML page, and its distribution as SVG. */

import { bytesText, excerpt, InputError } from '../../base/text.js';
import { distributionSvg } from '../../study/distribution.js';
import { MOST_SHOWN, reportPage } from '../../study/page.js';
import { wordsOf } from '../../study/subject.js';
import { refuse } from '../arguments/option-values.js';
import type { Arguments } from '../arguments/options.js';
import {
  checkOutputFile,
  isSameOutput,
  type OutputFile,
  outputText,
  STANDARD_OUTPUT,
  writeOutput,
} from '../arguments/resources.js';
import { type Io, type Output, provenanceOf } from '../terminal/process.js';
import { endOnSignal } from '../terminal/signals.js';
import { analyseTable, openStudiedTable } from './studied-table.js';

/** Upper limit of the bytes of a page and a picture. */
const MOST_BYTES = 8e5;

export async function reportCommand(tablePath: string, options: Arguments<'report'>, io: Io): Promise<void> {
  const files = (['output', 'svg'] as const).flatMap((name): OutputFile[] => {
    const path = options[name];
    return path === undefined ? [] : [{ option: `--${name}`, path }];
  });
  refuse({ 'the output is missing: give --output <file.html>, --svg <file.svg>, or both': files.length === 0 });
  const opened = await openStudiedTable(tablePath, options, io);
  // Checks the files before the analysis, which can take long.
  endOnSignal(
    io,
    files.map(({ path }) => path),
  );
  checkFiles(files, tablePath, io.stdout);
  const antipodes: string[] = [];
  const analysis = await analyseTable(opened, io, (text) => {
    if (antipodes.length < MOST_SHOWN) antipodes.push(text);
  });
  // Nothing else is printed on standard output if a file is written there.
  const notes = files.some(({ path }) => path === STANDARD_OUTPUT) ? io.stderr : io.stdout;
  for (const { option, path } of files) {
    const content =
      option === '--svg'
        ? distributionSvg(analysis.space, analysis.histogram, wordsOf(analysis))
        : reportPage(analysis, antipodes, { ...provenanceOf(io, analysis.threads), table: tablePath });
    const bytes = await writeOutput(path, (writeAt) => writeAt(Buffer.from(content), 0), io);
    notes.write(`${outputText(path)}: ${bytesText(bytes)}\n`);
  }
}

/** @throws InputError if a file cannot be written, would overwrite another, or has the ending of another format */
function checkFiles(files: readonly OutputFile[], tablePath: string, stdout: Output): void {
  for (const file of files) checkOutputFile(file, tablePath, MOST_BYTES, stdout);
  if (files.length === 2 && isSameOutput(files[0].path, files[1].path)) {
    throw new InputError(`the page and the picture would both be written to ${files[0].path}: choose another --svg`);
  }
  // Other programs know the format by the ending.
  for (const { option, path } of files.filter(({ path }) => path !== STANDARD_OUTPUT)) {
    const isSvg = /\.svg$/i.test(path);
    const found = `found '${excerpt(path, 150)}'`;
    const advice = isSvg ? `: give --svg ${path} for a figure` : '';
    refuse({
      [`--svg must end in .svg, ${found}`]: option === '--svg' && !isSvg,
      [`--output is for a page and must end in .html, ${found}${advice}`]:
        option === '--output' && !/\.html?$/i.test(path),
    });
  }
}
