import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGS, findHeadlessShell, thisMachine } from './tests/support/browser/chromium.ts';
import type { FaultOptions } from './tests/support/faults/fault-stage.ts';

const browser = findHeadlessShell(thisMachine());

/**
 * Chromium begins processes in advance, for pages that a test never opens. It reads the last list of features alone:
 * the others are what Playwright turns off and a test could notice.
 */
const NO_SPARE_PROCESSES = `--disable-features=${[
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]}`;

/** The third ring: a real browser before a real platform. Each test starts what it needs on a free port. */
export default defineConfig<FaultOptions>({
  outputDir: '.cache/playwright',
  globalSetup: './tests/support/run/prepare-run.ts',
  // Tests mostly wait for something: two at a time keep two cores busy.
  workers: Number(process.env.E2E_WORKERS ?? 2),
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    // Recording every step costs time: E2E_TRACE=1 keeps that of a test that fails.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    // Filling its cache anew in each test took a fifth of the processor. Tests of what it does allow it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(browser.name === 'found' && { executablePath: browser.path }),
      args: [...CHROMIUM_ARGS, NO_SPARE_PROCESSES],
    },
  },
  projects: [
    {
      name: 'chromium',
      testDir: 'tests/e2e',
      testIgnore: 'faults/**',
      grepInvert: /@rare/,
      use: { ...devices['Desktop Chrome'] },
    },
    // The others run in `npm run test:long`. These two are its quick half: what fails rarely and takes long to try.
    {
      name: 'rare',
      testDir: 'tests/e2e',
      testIgnore: 'faults/**',
      grep: /@rare/,
      use: { ...devices['Desktop Chrome'] },
    },
    // These measure how long a reconnect takes: never two of them at once.
    { name: 'faults', testDir: 'tests/e2e/faults', workers: 1, use: { ...devices['Desktop Chrome'] } },
    {
      name: 'long',
      testDir: 'tests/long',
      timeout: 600_000,
      use: { ...devices['Desktop Chrome'], serviceWorkers: 'allow' },
    },
    // The usual faults again, without a SharedWorker. The others have a test of each kind already.
    {
      name: 'dedicated',
      testDir: 'tests/e2e/faults',
      testIgnore: /(broker-outage|peer-faults|school-networks|worker-end|wrong-clock)\.spec\.ts$/,
      workers: 1,
      timeout: 120_000,
      use: { ...devices['Desktop Chrome'], liveWorker: 'dedicated' },
    },
  ],
});
