import { defineConfig } from 'vitest/config';

// The tests run what is built, as its users do: `npm test` builds it first.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/browser/**'],
    // Vitest leaves a core out. Much of these tests is processes that start and wait: two files at once took 4.5 minutes
    // on 2 cores, one at a time 7.5.
    // Files share a process, and the threads that wait in it: to start one and to load all modules takes 0.4 s, for each of 150 files.
    // A test that changes what belongs to the process puts it back.
    isolate: false,
    // Node loads what is built. Through Vitest each call from one module to another goes by way of a getter, which took half of the tests' time.
    server: { deps: { external: [/\/dist\//] } },
    maxWorkers: 2,
    globalSetup: 'test/explored-folder.ts',
    // As long as a busy machine may take, where it is not said.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
