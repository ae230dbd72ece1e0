import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Every Node reads the certificates that this names when it starts, which takes twice as long as all else that it does then. The tests start
// a thousand, and none needs them.
delete process.env.NODE_EXTRA_CA_CERTS;

// The tests run what is built, as its users do: `npm test` builds it first.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/browser/**'],
    // Vitest leaves a core out. Each process loads and compiles what is tested anew, which takes 8 s of processor time: the daily tests have as
    // many processes as cores. The full tests start programs and wait for them: on two cores three processes took 443 s, and four 404 s.
    // Files share a process, and the threads that wait in it: to start one and to load all modules takes 0.4 s, for each of 150 files.
    // A test that changes what belongs to the process puts it back.
    isolate: false,
    // Node loads what is built. Through Vitest each call from one module to another goes by way of a getter, with which breadth-first search
    // took twice as long.
    server: { deps: { external: [/\/dist\//] } },
    // With V8's usual 16 MB, what is young is collected so often that tests take a twentieth longer. Node 20 optimises functions early, of which
    // most tests make little use: with a budget of eight times the usual one they take an eighth less processor time.
    execArgv: [
      '--max-semi-space-size=64',
      ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : []),
    ],
    maxWorkers: Math.max(process.env.ANTIPODE_TESTS === 'full' ? 4 : 2, availableParallelism()),
    // Files that have not changed are not compiled again, which takes a fifth of the time to load all of them.
    experimental: { fsModuleCache: true },
    setupFiles: 'test/seed.ts',
    globalSetup: 'test/explored-folder.ts',
    // They end what hangs, and are ten times as long as a quiet machine takes: a busy one fails no test.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
