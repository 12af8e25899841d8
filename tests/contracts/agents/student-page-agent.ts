/** The student page as an agent of the suite, in a document of Node without a screen, workers and WebRTC. */
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { deviceSiteSchema } from '#protocol/auth/auth-service.ts';
import { globalFetch } from '#protocol/json-request.ts';
import { createPlatformCall } from '../../../agent/core/connection/platform-call.ts';
import { effectsOf } from '../../../agent/core/effects.ts';
import { createPageMemory } from '../../../agent/page/page-memory.ts';
import { type StudentSite, siteRequest } from '../../../agent/page/platform/student-site.ts';
import type { TakingPart } from '../../../agent/page/student/taking-part.ts';
import { createTabMemory } from '../../../agent/page/tab-memory.ts';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import type { AgentAdapter, AgentPlace, AgentStudent, AgentView, RunningAgent } from './agent-adapter.ts';

const TENANT = 'demo';

export const studentPage: AgentAdapter = {
  name: 'a student page',
  cannot: [
    'powerAction',
    'login',
    'remoteControl',
    'stopRemoteControl',
    'closeTabs',
    'closeApps',
    'focusApp',
    'updateDeviceInventory',
    'updateInvent',
    'tabs',
    'applications',
    'pictures',
    'two-displays',
    'programs',
    'folders',
    'peers',
    'pages',
    'restart',
    'blocks-before',
    'typed-words',
    'BlockWebsitesDefinition',
    'BlockAllWebsitesDefinition',
    'KeywordMonitoringDefinition',
    'ScreenCaptureDefinition',
    'BlockAppDefinition',
    'LaunchActionDefinition',
    'PowerActionsDefinition',
    'BlockSleepDefinition',
    'BlockKeypressDefinition',
  ],
  start,
};

/** A browser in which no worker starts. The page then works without them. */
class FailingWorker extends EventTarget {
  constructor() {
    super();
    queueMicrotask(() => this.dispatchEvent(new Event('error')));
  }
  postMessage(): void {}
  terminate(): void {}
}

/** Gives this process the globals of a page. Returns a function that removes them. */
function placeDocument(): () => void {
  const window = new Window({ url: 'http://demo.localhost/student/' });
  const { document, location, localStorage, sessionStorage, navigator } = window;
  const page = { window, document, location, localStorage, sessionStorage, navigator, Worker: FailingWorker };
  const names = Object.keys(page);
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(page))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
    void window.happyDOM.close();
  };
}

async function start({ platform, network, dataDir }: AgentPlace): Promise<RunningAgent> {
  const removeDocument = placeDocument();
  const { takePart } = await import('../../../agent/page/student/taking-part.ts');
  const { siteId, pageKey } = await readClassFile(join(dataDir, 'demo-class.json'));
  const link = { site: siteId, key: pageKey };
  const origin = `http://127.0.0.1:${platform.port}`;
  const configuration = {
    tenant: TENANT,
    name: 'Demo',
    CONSOLE_URL: origin,
    AUTH_URL: `${origin}/auth`,
    REST_URL: origin,
    MQTT_URL: `ws://127.0.0.1:${network.port}/mqtt/`,
    PEER_SERVER: `ws://127.0.0.1:${platform.port}/peerjs/`,
    providers: {},
  } satisfies StudentSite['configuration'];
  const site = await createPlatformCall(globalFetch)(siteRequest(configuration, link), deviceSiteSchema);
  const memory = createPageMemory({ storage: localStorage });
  const outcome = await takePart({
    site: { ...site, configuration },
    link,
    person: { name: 'Mia Berg' },
    memory,
    tab: createTabMemory({ storage: sessionStorage }),
    notifyOutside() {},
    comesBack: false,
  });
  if (outcome.name !== 'joined') throw new Error(`The page could not join: ${outcome.name}`);
  const { part } = outcome;
  return {
    hostname: memory.device.get()?.hostname ?? '',
    view: viewOf(part),
    student: studentOf(part),
    restart: () => Promise.reject(new Error('The document is not loaded again')),
    async stop() {
      await part.leave();
      removeDocument();
    },
  };
}

const viewOf = (part: TakingPart): AgentView => ({
  async lock() {
    const { lock } = effectsOf(part.state.get());
    if (lock?.name === 'message') return { text: lock.text };
    if (lock?.name === 'address') return { url: lock.url };
    return lock && { currentTab: true };
  },
  isMuted: async () => effectsOf(part.state.get()).muted,
  areInputsBlocked: async () => effectsOf(part.state.get()).inputsBlocked,
  notifications: async () =>
    part.notices.shown
      .get()
      .flatMap((notice) => (notice.name === 'notification' ? [`${notice.title} ${notice.message}`] : [])),
  question: async () => part.state.get().poll?.question,
  isNameRequested: async () => part.state.get().nameRequested,
  pages: async () =>
    part.notices.shown.get().flatMap((notice) => (notice.name === 'page' ? [notice.url] : [])),
  requestsTo: () => Promise.reject(new Error('A page blocks no page')),
  countdown: async () => part.state.get().power?.action,
  receivedFiles: async () => [],
  broadcastFrames: async () => 0,
  roomLines: async (roomId) =>
    part.state
      .get()
      .rooms.find((room) => room.roomId === roomId)
      ?.messages.map(({ message }) => message),
});

function studentOf({ device, setPrivacy }: TakingPart): AgentStudent {
  const done = async (isDone: boolean) => {
    if (!isDone) throw new Error('The page does not offer this now');
  };
  return {
    answerPoll: (answer) => done(device.answerPoll(answer)),
    giveName: (name) => done(device.giveName(name)),
    abortPower: () => done(device.abortPower()),
    decideFullScreen: (granted) => done(device.decideFullScreen(granted)),
    sendInRoom: (roomId, text) => done(device.sendInRoom(roomId, text)),
    leaveRoom: (roomId) => done(device.leaveRoom(roomId)),
    setPrivacy: async (isPrivate) => setPrivacy(isPrivate),
    openPage: () => Promise.reject(new Error('A page opens no other page')),
    type: () => Promise.reject(new Error('A page sees no typed text')),
  };
}
