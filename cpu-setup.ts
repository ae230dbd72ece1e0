import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';

const used = () => {
  const own = process.cpuUsage();
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  return (own.user + own.system) / 1e6 + (Number(fields[13]) + Number(fields[14])) / 100;
};
let f = 0;
let t = 0;
beforeAll(() => {
  f = used();
});
afterAll(() => {
  appendFileSync(
    '/tmp/wt/cpu.txt',
    `F ${(used() - f).toFixed(2)} ${expect.getState().testPath?.split('/program/').pop()}\n`,
  );
});
beforeEach(() => {
  t = used();
});
afterEach(() => {
  appendFileSync(
    '/tmp/wt/cpu.txt',
    `T ${(used() - t).toFixed(2)} ${expect.getState().testPath?.split('/').pop()} ${expect.getState().currentTestName?.slice(0, 110)}\n`,
  );
});
