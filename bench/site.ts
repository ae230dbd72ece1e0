/** The site and the library in Chromium beside Node on the same machine: the same functions are measured in a page and in this process. */

import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import * as node from '../src/browser.js';
import { formatPosition } from '../src/spaces/board/position.js';
import { CHROMIUM, launchChromium } from '../test/browser/chromium.js';
import { ISOLATING, serveFiles } from '../test/browser/static-server.js';
import { inTurn } from './measure.js';
import type { Programs } from './programs.js';
import { type Row, report, times } from './rows.js';
import { serve } from './serving.js';
import { spreadPositions } from './spread-positions.js';

type Library = typeof node;

const DIST = fileURLToPath(new URL('..', import.meta.url));

/** Places of the site and the distances that they show. */
const IN_3X3 = ['?space=3x3&state=2,3,4,1,5,x,7,6,8', '19'] as const;
const IN_3X4 = ['?space=3x4&state=x,3,2,1,8,7,6,5,4,11,10,9', '53'] as const;

/* What is measured. These functions also run in a page, so they use nothing but what they are given. */

interface Exploring {
  readonly space: string;
  readonly threads: number;
}

async function secondsToExplore([{ explore }, { space, threads }]: readonly [Library, Exploring]): Promise<number> {
  const begin = performance.now();
  await explore({ space, threads, antipodes: 0 });
  return (performance.now() - begin) / 1000;
}

/** Returns the seconds in which a position of 62 moves is solved. The first time, its pattern databases are made. */
async function secondsToSolve([{ search }, from]: readonly [Library, string]): Promise<number> {
  const begin = performance.now();
  const { distance } = await search('4x4', { from });
  if (distance !== 62) throw new Error(`expected 62 moves, found ${distance}`);
  return (performance.now() - begin) / 1000;
}

/** Returns the distances/s that the table of 3x3 gives for positions, which are texts. */
async function distancesPerSecond([{ explore, Table }, positions]: readonly [
  Library,
  readonly string[],
]): Promise<number> {
  const table = await Table.of((await explore({ space: '3x3' })).table);
  const begin = performance.now();
  let rounds = 0;
  for (; performance.now() - begin < 1000; rounds++) for (const position of positions) table.distance(position);
  return (1000 * rounds * positions.length) / (performance.now() - begin);
}

type Measured<Argument> = (words: readonly [Library, Argument]) => Promise<number>;

export async function benchSite(programs: Programs, threads: number, rounds: number): Promise<void> {
  programs.antipode(['explore', '3x3']);
  const { server, url } = await serve(programs, []);
  const browser = await launchChromium(CHROMIUM);
  const files = await Promise.all(
    [ISOLATING, {}].map((headers) => serveFiles(DIST, headers, { '/': '<!doctype html>' })),
  );
  const [isolated, plain] = files.map(({ address }) => address);
  try {
    await benchPages(rounds, browser, {
      served: url,
      site: `${isolated}site/`,
      file: `file://${DIST}site/antipode.html`,
    });
    await benchLibrary(rounds, threads, await libraryIn(browser, isolated), await libraryIn(browser, plain));
  } finally {
    server.kill();
    await browser.close();
    for (const { server } of files) server.close();
  }
}

/** Opens an address, with nothing in the browser's cache. */
async function open(browser: Browser, address: string): Promise<Page> {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await page.goto(address);
  return page;
}

/** Reports the seconds from an address to the distance of its position. The site explores its space in that time. */
async function benchPages(
  rounds: number,
  browser: Browser,
  { served, site, file }: Readonly<Record<'served' | 'site' | 'file', string>>,
): Promise<void> {
  const ready = async (address: string, [query, distance]: readonly [string, string]) => {
    const begin = performance.now();
    const page = await open(browser, address + query);
    await page.locator('.distance .number', { hasText: distance }).waitFor();
    const seconds = (performance.now() - begin) / 1000;
    await page.context().close();
    return seconds;
  };
  const figures = await inTurn(rounds, {
    served: () => ready(served, IN_3X3),
    site: () => ready(site, IN_3X3),
    file: () => ready(file, IN_3X3),
    larger: () => ready(site, IN_3X4),
  });
  report({ what: 'page of antipode serve, 3x3', figure: figures.served, unit: 's' });
  report({ what: 'page of the site, 3x3', figure: figures.site, unit: 's' });
  report({ what: 'page of antipode.html, 3x3', figure: figures.file, unit: 's' });
  report({ what: 'page of the site, 3x4', figure: figures.larger, unit: 's' });
}

/** Measures one function at a time. @returns the function with which a page measures */
async function libraryIn(browser: Browser, address: string) {
  const page = await open(browser, address);
  const library = await page.evaluateHandle<Library>("import('/browser/index.js')");
  return <A>(measured: Measured<A>, words: A): Promise<number> =>
    page.evaluate(measured as Measured<unknown>, [library, words] as const);
}

type InPage = Awaited<ReturnType<typeof libraryIn>>;

/** Reports the figures of the library: under Node, in a page that is isolated, and in one that is not. */
async function benchLibrary(rounds: number, threads: number, isolated: InPage, plain: InPage): Promise<void> {
  const beside = async <A>(
    what: string,
    unit: Row['unit'],
    measured: Measured<A>,
    words: A,
    pages: Readonly<Record<string, InPage>> = { browser: isolated },
  ): Promise<void> => {
    const figures = await inTurn(rounds, {
      Node: () => measured([node, words]),
      ...Object.fromEntries(Object.entries(pages).map(([where, measure]) => [where, () => measure(measured, words)])),
    });
    for (const [where, figure] of Object.entries(figures)) {
      const note = `${times(figure, figures.Node)} of Node's`;
      report({ what: `${where}: ${what}`, figure, unit, ...(where !== 'Node' && { note }) });
    }
  };
  for (const space of ['3x3', '3x4']) {
    const one = { browser: isolated, 'not isolated': plain };
    await beside(`explore ${space}, 1 thread`, 's', secondsToExplore, { space, threads: 1 }, one);
    await beside(`explore ${space}, ${threads} threads`, 's', secondsToExplore, { space, threads });
  }
  await beside('solve 4x4, 62 moves', 's', secondsToSolve, '5 12 10 7 15 11 14 x 8 2 1 13 3 4 6 9');
  const positions = spreadPositions(3, 3, 2000).map(formatPosition);
  await beside('distances of 3x3 by the table', 'queries/s', distancesPerSecond, positions);
}
