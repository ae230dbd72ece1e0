/** Questions put to a server on several connections: as many as it answers, or so many a second. */

import { setTimeout } from 'node:timers/promises';
import { openConnections, type Question } from './asking.js';

export interface Load {
  /** Of the server. */
  readonly url: string;
  /** Asked in turn, again and again. */
  readonly questions: readonly Question[];
  /** Kept alive. */
  readonly connections: number;
  readonly seconds: number;
}

/** Each connection asks as soon as it was answered. @returns answers a second @throws Error where one is not 200 */
export async function answersPerSecond({ url, questions, connections, seconds }: Load): Promise<number> {
  const open = await openConnections(url, connections);
  const begin = performance.now();
  let answers = 0;
  await Promise.all(
    open.map(async (connection) => {
      while (performance.now() - begin < 1000 * seconds) await connection.ask(questions[answers++ % questions.length]);
      connection.close();
    }),
  );
  return (1000 * answers) / (performance.now() - begin);
}

/**
 * Asks at even intervals, whether what was asked before has been answered or not.
 * @param rate questions a second
 * @returns how many seconds each took from the moment at which it was due, so that waiting counts; ascending
 * @throws Error where one is not answered with 200
 */
export async function secondsAtRate({ url, questions, connections, seconds }: Load, rate: number): Promise<number[]> {
  const open = await openConnections(url, connections);
  const turns = open.map(() => Promise.resolve());
  let failed = false;
  const taken: number[] = [];
  const begin = performance.now();
  for (let asked = 0; asked < rate * seconds && !failed; ) {
    const due = begin + (1000 * asked) / rate;
    if (performance.now() < due) {
      await setTimeout(1);
      continue;
    }
    const question = questions[asked % questions.length];
    const turn = asked++ % open.length;
    turns[turn] = turns[turn].then(async () => {
      await open[turn].ask(question);
      taken.push((performance.now() - due) / 1000);
    });
    // What went wrong is thrown below.
    turns[turn].catch(() => {
      failed = true;
    });
  }
  await Promise.all(turns);
  for (const connection of open) connection.close();
  return taken.sort((a, b) => a - b);
}
