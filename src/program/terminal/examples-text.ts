/** Examples under the help of a command. */

/** A purpose and its command line. */
type Example = readonly [purpose: string, line: string];

/** Returns the examples, each purpose above its command line. Lines are not folded, so that they can be copied. */
export function examplesText(examples: readonly Example[]): string {
  return ['', 'Examples:', ...examples.flatMap(([purpose, line]) => [`  ${purpose}:`, `    ${line}`])].join('\n');
}
