/** A browser with the extension as an agent of the suite, without windows that a person sees. */
import {
  deploymentOf,
  downloadedFiles,
  type ExtensionBrowser,
  LOCK_PAGE,
  launchWithExtension,
  lockPages,
  stopWorker,
} from '../../support/extension/extension-browser.ts';
import { openPanel, type StudentPanel } from '../../support/extension/student-panel.ts';
import { openStudentWeb, type StudentWeb } from '../../support/extension/student-web.ts';
import type {
  AgentAdapter,
  AgentPlace,
  AgentStudent,
  AgentView,
  RunningAgent,
  ShownLock,
} from './agent-adapter.ts';
import { eventually } from './eventually.ts';

export const extensionAgent: AgentAdapter = {
  name: 'a browser with the extension',
  cannot: [
    'powerAction',
    'login',
    'remoteControl',
    'stopRemoteControl',
    'closeApps',
    'focusApp',
    'updateDeviceInventory',
    'updateInvent',
    'fullScreen',
    'applications',
    'two-displays',
    'programs',
    'folders',
    'privacy',
    'BlockAppDefinition',
    'LaunchActionDefinition',
    'PowerActionsDefinition',
    'BlockSleepDefinition',
    'BlockKeypressDefinition',
  ],
  pageUrl: (host) => `http://${host}/`,
  start,
};

async function start(place: AgentPlace): Promise<RunningAgent> {
  const web = await openStudentWeb();
  const browser = await launchWithExtension([web.browserArgument]);
  const worker = await browser.worker();
  await worker.evaluate(noteNotifications);
  await worker.evaluate(
    (settings) => chrome.storage.local.set({ deployment: settings }),
    await deploymentOf(place),
  );
  // Some rows type into a page.
  await browser.context.pages()[0]?.goto('http://start.example/');
  const { browserName } = await eventually(
    'the name of the browser',
    () => worker.evaluate(() => chrome.storage.local.get('browserName')),
    (stored) => stored.browserName !== undefined,
  );
  const panel = await openPanel(browser);
  return {
    hostname: String(browserName),
    view: viewOf(browser, web, panel),
    student: studentOf(browser, panel),
    restart: () => stopWorker(browser),
    async stop() {
      await browser.close();
      await web.close();
    },
  };
}

/** Runs in the worker. The browser does not say what its notifications show. */
function noteNotifications(): void {
  const all = globalThis as unknown as { shown: string[] };
  all.shown = [];
  const { create } = chrome.notifications;
  chrome.notifications.create = (...args: unknown[]) => {
    const { title, message } = args.at(-1) as { title: string; message: string };
    all.shown.push(`${title} ${message}`);
    return create.apply(chrome.notifications, args);
  };
}

const allTabs = async (browser: ExtensionBrowser) =>
  (await browser.worker()).evaluate(() => chrome.tabs.query({}));

async function shownLock(browser: ExtensionBrowser): Promise<ShownLock | undefined> {
  const found = await (await browser.worker()).evaluate(async () => {
    const { lockedTab, lockWindows } = await chrome.storage.session.get(['lockedTab', 'lockWindows']);
    const [first] = (lockWindows ?? []) as { windowId: number }[];
    const [tab] = first ? await chrome.tabs.query({ windowId: first.windowId }) : [];
    return { isTabLocked: lockedTab !== undefined, url: tab && (tab.pendingUrl || tab.url) };
  });
  if (found.url === undefined) return found.isTabLocked ? { currentTab: true } : undefined;
  if (!found.url.endsWith(LOCK_PAGE)) return { url: found.url };
  const [page] = lockPages(browser);
  // The page may still be loading, or may be closing.
  const text =
    (
      await page
        ?.locator('main')
        .textContent()
        .catch(() => '')
    )?.trim() ?? '';
  return text === '' ? undefined : { text };
}

const viewOf = (browser: ExtensionBrowser, web: StudentWeb, panel: StudentPanel): AgentView => ({
  lock: () => shownLock(browser),
  isMuted: async () => (await allTabs(browser)).every(({ mutedInfo }) => mutedInfo?.muted),
  async areInputsBlocked() {
    const page = browser.context.pages().find((each) => /^https?:/.test(each.url()));
    const field = page?.locator('textarea');
    if (!field || (await field.count()) === 0) throw new Error('No page with a field is open');
    const before = await field.inputValue();
    await field.focus();
    await page?.keyboard.type('x');
    return (await field.inputValue()) === before;
  },
  notifications: async () =>
    (await browser.worker()).evaluate(() => (globalThis as unknown as { shown: string[] }).shown),
  pages: async () => (await allTabs(browser)).map(({ url, pendingUrl }) => url || pendingUrl || ''),
  requestsTo: async (host) => web.requestsTo(host),
  question: async () => (await panel.state()).poll?.question,
  isNameRequested: async () => (await panel.state()).nameRequested,
  countdown: async () => undefined,
  receivedFiles: () => downloadedFiles(browser),
  broadcastFrames: () => broadcastFrames(browser),
  roomLines: async (roomId) =>
    (await panel.state()).rooms
      .find((room) => room.roomId === roomId)
      ?.messages.map(({ message }) => message),
});

/** The pictures that the page with a tutor's screen has shown. */
async function broadcastFrames({ context }: ExtensionBrowser): Promise<number> {
  const page = context.pages().find((each) => each.url().endsWith('/broadcast.html'));
  const frames = await page
    ?.evaluate(() => document.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0)
    .catch(() => 0);
  return frames ?? 0;
}

const notOffered = () => Promise.reject(new Error('The extension does not offer this'));

const studentOf = ({ context }: ExtensionBrowser, panel: StudentPanel): AgentStudent => ({
  async openPage(url) {
    const page = await context.newPage();
    // A blocked page ends in another one.
    page.goto(url).catch(() => {});
  },
  async type(text) {
    await context.pages().at(-1)?.locator('textarea').pressSequentially(text);
  },
  answerPoll: (answer) => panel.call('answerPoll', answer),
  giveName: (name) => panel.call('giveName', name),
  sendInRoom: (roomId, text) => panel.call('sendInRoom', roomId, text),
  leaveRoom: (roomId) => panel.call('leaveRoom', roomId),
  abortPower: notOffered,
  decideFullScreen: notOffered,
  setPrivacy: notOffered,
});
