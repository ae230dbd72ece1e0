/** Tests with a browser that is launched once for all files of a process, and closed when the process ends. */

import { test as plain } from 'vitest';
import { CHROMIUM, launchChromium } from './chromium.js';

export const test = plain
  .extend('executable', { scope: 'worker' }, () => CHROMIUM)
  .extend('browser', { scope: 'worker' }, async ({ executable }, { onCleanup }) => {
    const browser = await launchChromium(executable);
    onCleanup(() => browser.close());
    return browser;
  });
