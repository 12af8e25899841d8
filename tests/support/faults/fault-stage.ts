/**
 * The test function of faults: a class of 30 and its tabs behind a network that a test may break. The class is shared
 * by the tests of a worker process: each leaves it as it was found, and none may need a reload to come back.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { test as base, expect } from '../classroom/classroom.ts';
import {
  type ClassroomRequest,
  type RunningClassroom,
  startClassroom,
} from '../classroom/running-classroom.ts';
import { keepPictureTimes } from '../console/card-pictures.ts';
import { cards } from '../console/wall.ts';
import { signIn } from '../tutors/sign-in.ts';
import { createTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** Where the live worker runs: for all tabs, or one in each (architecture, rule 2). */
export const WORKERS = ['shared', 'dedicated'] as const;
export type Workers = (typeof WORKERS)[number];

/** A project's: the same tests pass with either (architecture, rule 2). */
export type FaultOptions = { liveWorker: Workers };

export type FaultClass = { classroom: RunningClassroom; network: TcpProxy };

export type OpenedTabs = {
  /** All on the same group, the first one signed in by hand; as many as were asked for. */
  tabs: readonly [Page, ...Page[]];
  groupId: string;
  /** One more on the same group. */
  open(): Promise<Page>;
  /** None that lives was loaded again since it opened. */
  expectNotReloaded(): Promise<void>;
};

export type TabsRequest = {
  count?: number;
  /** Where a test does not leave it to its project. */
  workers?: Workers;
  students?: number;
  email?: string;
  site?: string;
};

type TestFixtures = {
  /** The shared class; the network is whole again after the test. */
  stage: FaultClass;
  /** A class of the test's own, for faults of the platform itself. */
  ownStage: (request: ClassroomRequest) => Promise<FaultClass>;
  /** Opens tabs on the first group; their cards are there. */
  openTabs: (classroom: RunningClassroom, request?: TabsRequest) => Promise<OpenedTabs>;
};

export const CLASS_SIZE = 30;

/** What pages say of a broker that is away. */
export const OUTAGE = /WebSocket|ERR_|mqtt|live worker/i;

async function startBehindNetwork(request: ClassroomRequest): Promise<FaultClass> {
  const network = await createTcpProxy({ targetPort: 1 });
  return { network, classroom: await startClassroom({ ...request, network }) };
}

async function end({ classroom, network }: FaultClass): Promise<void> {
  await network.restore();
  await classroom.close();
  await network.close();
}

export const test = base.extend<TestFixtures & FaultOptions, { faultClass: FaultClass }>({
  viewport: { width: 1600, height: 1400 },
  liveWorker: ['shared', { option: true }],
  faultClass: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
    async ({}, use) => {
      const started = await startBehindNetwork({
        students: CLASS_SIZE,
        // No test renews the session of another one.
        options: { accessTokenSeconds: 7_200 },
      });
      await use(started);
      await end(started);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  stage: async ({ context, faultClass }, use) => {
    await use(faultClass);
    await leave(context);
    await faultClass.network.restore();
    const { devices = [] } = faultClass.classroom.simulatedClass ?? {};
    await expect.poll(() => devices.every((device) => device.online()), { timeout: 20_000 }).toBe(true);
  },
  ownStage: async ({ context }, use) => {
    const started: FaultClass[] = [];
    await use(async (request) => {
      const own = await startBehindNetwork(request);
      started.push(own);
      return own;
    });
    await leave(context);
    for (const own of started) await end(own);
  },
  openTabs: async ({ context, liveWorker: workers }, use) => {
    await keepPictureTimes(context);
    await use((classroom, request) => openTabs(context, classroom, { workers, ...request }));
  },
});

async function openTabs(
  context: BrowserContext,
  classroom: RunningClassroom,
  request: TabsRequest = {},
): Promise<OpenedTabs> {
  const { count = 1, workers = 'shared', students = CLASS_SIZE } = request;
  const { email = 'teacher@demo.example', site = 'Riverside School' } = request;
  const opened = new Set<Page>();
  const mark = async (tab: Page) => {
    opened.add(tab);
    tab.on('crash', () => opened.delete(tab));
    await tab.evaluate(() => void Object.assign(window, { isSamePage: true }));
  };
  if (workers === 'dedicated') {
    await context.addInitScript(() => {
      // An empty window has no storage.
      if (location.origin !== 'null') localStorage.setItem('lectern.worker', 'dedicated');
    });
  }
  const first = await openConsole(context, classroom, { email, site });
  await expect(cards(first)).toHaveCount(students, { timeout: 15_000 });
  await mark(first);
  const open = async () => {
    const tab = await context.newPage();
    await tab.goto(first.url());
    await expect(cards(tab)).toHaveCount(students, { timeout: 15_000 });
    await mark(tab);
    return tab;
  };
  const tabs: [Page, ...Page[]] = [first];
  while (tabs.length < count) tabs.push(await open());
  return {
    tabs,
    groupId: new URL(first.url()).pathname.split('/').pop() ?? '',
    open,
    async expectNotReloaded() {
      for (const tab of opened) expect(await tab.evaluate(() => 'isSamePage' in window)).toBe(true);
    },
  };
}

/** A session is begun once for a class and a tutor: who signs in by hand has tests of their own. */
const sessions = new WeakMap<RunningClassroom, Map<string, Record<string, string>>>();

async function openConsole(
  context: BrowserContext,
  classroom: RunningClassroom,
  { email, site }: { email: string; site: string },
): Promise<Page> {
  const page = await context.newPage();
  const { consoleUrl } = classroom;
  const known = sessions.get(classroom) ?? new Map<string, Record<string, string>>();
  sessions.set(classroom, known);
  const session = known.get(email);
  if (session === undefined) {
    await signIn(page, { consoleUrl, email, site });
    const begun = await page.evaluate(() =>
      Object.fromEntries(
        Object.entries(localStorage).filter(([name]) => /^lectern\.(sessions\.|lastSession$)/.test(name)),
      ),
    );
    known.set(email, begun);
    return page;
  }
  await context.addInitScript(
    ({ origin, values }) => {
      if (location.origin !== origin || localStorage.getItem('lectern.lastSession') !== null) return;
      for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
    },
    { origin: consoleUrl, values: session },
  );
  await page.goto(consoleUrl);
  return page;
}

/** The pages first: a platform that ends under an open page is an error of the page, and none of the test's. */
async function leave(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.close();
}

/** How long a fault itself lasts. This is no wait for something to happen. */
export const lasts = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

export { expect };
