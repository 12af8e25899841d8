import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Suites that open real databases: contracts of the store for each back end, and code that uses it. */
const databaseSuites = [
  'server/main.test.ts',
  'server/{auth,platform,rest,store,sync}/**/*.test.ts',
  'server/peer/peer-ticket-route.test.ts',
];

/**
 * Suites that start and stop whole processes, servers and desktops, fill a large school, wait for many
 * failures, or send thousands of malformed messages. The quick half of `npm run test:long` runs them.
 */
const rareSuites = [
  'agent/node/webrtc/webrtc-process.test.ts',
  'agent/simulated/peers/interrupted-files.test.ts',
  'scripts/launch/child-program.test.ts',
  'server/main.test.ts',
  'server/store/seed/fill-school.test.ts',
  'server/sync/{faults-of-runs,what-jobs-bring}.test.ts',
  'tests/contracts/agents/linux*.test.ts',
  'tests/contracts/broker/broker-malformed.test.ts',
  'tests/contracts/{faults,operations,processes}/**/*.test.ts',
  'tests/contracts/site-runner-program.test.ts',
  'tests/contracts/why-dark/why-dark-platform.test.ts',
];

/**
 * Unit tests and contracts. `unit-node` and `unit-dom` are next to the code. `contracts` are suites for every
 * implementation and for the project as a whole. playwright.config.ts has the end-to-end tests.
 */
export default defineConfig({
  cacheDir: '.cache/vitest',
  test: {
    reporters: ['default'],
    // Uses every core. By default Vitest leaves one free, which doubles the time on two cores.
    maxWorkers: availableParallelism(),
    // Every program loads it too.
    setupFiles: ['src/protocol/first-fault.ts'],
    // No test waits this long. The limit is for slow or busy machines.
    testTimeout: 20_000,
    // A poll times out after a second by default.
    expect: { poll: { timeout: 10_000 } },
    // `isolate: false`: loading the same modules for each file took most of the time. `unit-dom` still
    // reloads our modules (tests/support/run/dom-setup.ts), not the libraries.
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
          include: ['src/**/*.test.tsx', 'agent/{page,student-ui}/**/*.test.tsx'],
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
          globalSetup: ['tests/support/run/contracts-setup.ts', 'tests/support/run/desktop-setup.ts'],
          include: rareSuites,
        },
      },
    ],
  },
});
