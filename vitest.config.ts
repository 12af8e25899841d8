import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Suites that open real databases: contracts of the store, for each of its back ends, and of what stands on it. */
const databaseSuites = [
  'server/{app,app-pages,main,platform}.test.ts',
  'server/{auth,rest,store,sync}/**/*.test.ts',
];

/**
 * Suites that start and end whole processes and servers, fill a large school, or send thousands of malformed messages:
 * the quick half of `npm run test:long` runs them.
 */
const rareSuites = [
  'agent/simulated/peers/webrtc-process.test.ts',
  'scripts/launch/child-program.test.ts',
  'server/main.test.ts',
  'server/store/seed/fill-school.test.ts',
  'tests/contracts/broker/broker-malformed.test.ts',
  'tests/contracts/{faults,operations,processes}/**/*.test.ts',
  'tests/contracts/site-runner-program.test.ts',
];

/**
 * The first two rings. `unit-node` and `unit-dom` stand beside the code; `contracts` are suites that hold for
 * every implementation, and for the project as a whole. The third ring is playwright.config.ts.
 */
export default defineConfig({
  cacheDir: '.cache/vitest',
  test: {
    reporters: ['default'],
    // Every core: of itself Vitest leaves one free, which on two cores doubles the time.
    maxWorkers: availableParallelism(),
    // As every program does.
    setupFiles: ['src/protocol/first-fault.ts'],
    // None waits for a time to pass: it is for machines that are slow or busy.
    testTimeout: 20_000,
    // Of itself a poll gives up after a second.
    expect: { poll: { timeout: 10_000 } },
    // `isolate: false`: loading the same modules anew for each file took most of the time, and in `contracts` three
    // seconds of processor for each. `unit-dom` loads ours anew (tests/support/run/dom-setup.ts), not the libraries.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit-node',
          isolate: false,
          include: ['{src,workers,sw,server,agent,scripts}/**/*.test.ts', 'tests/support/**/*.test.ts'],
          exclude: [...databaseSuites, ...rareSuites],
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-dom',
          isolate: false,
          include: ['src/**/*.test.tsx', 'agent/page/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['tests/support/run/dom-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'contracts',
          isolate: false,
          globalSetup: 'tests/support/run/contracts-setup.ts',
          include: ['tests/contracts/**/*.test.ts', ...databaseSuites],
          exclude: rareSuites,
        },
      },
      {
        extends: true,
        test: {
          name: 'rare',
          isolate: false,
          globalSetup: 'tests/support/run/contracts-setup.ts',
          include: rareSuites,
        },
      },
    ],
  },
});
