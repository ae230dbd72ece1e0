/** The descriptions of `antipode rank` and `antipode unrank`. */

import type { Command } from 'commander';
import type { Invocation } from './process/invocation.js';
import { examplesText } from './terminal/examples-text.js';

export function describeRank(program: Command, { io }: Invocation): void {
  program
    .command('rank')
    .summary('print the rank of a permutation in lexicographic order')
    .description('Prints the rank of a permutation of 1..n in lexicographic order, counted from 0: 2143 has rank 7.')
    .argument('<permutation...>', 'the permutation, as 2143, 2 1 4 3 or 2,1,4,3')
    .addHelpText(
      'after',
      examplesText([
        ['A permutation of up to nine elements', 'antipode rank 2143'],
        ['A longer one', 'antipode rank 10 9 8 7 6 5 4 3 2 1'],
      ]),
    )
    .action(async (words) => (await import('./rank.js')).rankCommand(words, io));
}

export function describeUnrank(program: Command, { io }: Invocation): void {
  program
    .command('unrank')
    .summary('print the permutation of a rank')
    .description('Prints the permutation of 1..n that has this rank in lexicographic order: 4 7 gives 2143.')
    .argument('<n>', 'number of elements, 1 to 1000')
    .argument('<rank>', 'rank of the permutation, 0 to n!-1')
    .addHelpText(
      'after',
      examplesText([
        ['The permutation of four elements of rank 7', 'antipode unrank 4 7'],
        ['The last permutation of ten elements', 'antipode unrank 10 3628799'],
      ]),
    )
    .action(async (n, rank) => (await import('./rank.js')).unrankCommand(n, rank, io));
}
