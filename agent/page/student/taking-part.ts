/** A student who takes part: the device core with the page around it, from joining to leaving. */
import { type AppError, isAppError } from '#protocol/app-error.ts';
import { deviceSiteSchema } from '#protocol/auth/auth-service.ts';
import { globalFetch } from '#protocol/json-request.ts';
import { createObservable, type Observable } from '#protocol/observable.ts';
import { siteAddress } from '#protocol/site-address.ts';
import type { AgentSessionState } from '../../core/connection/agent-session.ts';
import { createPlatformCall } from '../../core/connection/platform-call.ts';
import { createReadRoom } from '../../core/connection/read-room.ts';
import { createDevice, type Device } from '../../core/device.ts';
import { type DeviceState, FRESH_STATE } from '../../core/device-state.ts';
import type { Credentials, DeviceProfile, ObtainCredentials } from '../../core/identity.ts';
import { createMqttTransport } from '../../mqtt/mqtt-transport.ts';
import { createChunks } from '../../peer/browser/chunks-door.ts';
import { seenWatchers } from '../../student-ui/seen-watchers.ts';
import type { FullScreenChoice, SeenWatcher } from '../../student-ui/student-state.ts';
import { createFilePicks, type FilePicks } from '../files/file-picks.ts';
import { createPageFiles, type PageFiles } from '../files/page-files.ts';
import { createPageClock } from '../page-clock.ts';
import type { PageMemory, Person } from '../page-memory.ts';
import { createPagePeers } from '../peers/page-peers.ts';
import { createPageEnrolment, type PageEnrolment, UNNAMED_PAGE } from '../platform/page-enrolment.ts';
import { type StudentSite, siteRequest } from '../platform/student-site.ts';
import { createPageScreen, type PageScreen } from '../screen/page-screen.ts';
import { createPictureEncoder } from '../screen/picture-encoder.ts';
import { createSharedScreen, type SharedScreen } from '../screen/shared-screen.ts';
import type { SiteLink } from '../site-link.ts';
import type { TabMemory } from '../tab-memory.ts';
import { followBlockedLine } from './blocked-line.ts';
import { type BroadcastView, createBroadcastView } from './broadcast-view.ts';
import { thisSystem } from './device-about.ts';
import { fullScreenChoice, isEntireScreen } from './full-screen-choice.ts';
import { keptState } from './kept-state.ts';
import { createNotices, type Notices } from './student-notices.ts';

const [VERSION = ''] = Object.values(
  import.meta.glob<string>('/package.json', { import: 'version', eager: true }),
);

export type TakingPart = {
  person: Person;
  siteName: string;
  device: Pick<
    Device,
    | 'answerPoll'
    | 'dismissPoll'
    | 'giveName'
    | 'decideFullScreen'
    | 'showBroadcast'
    | 'abortPower'
    | 'leaveRoom'
    | 'sendInRoom'
    | 'resendInRoom'
  >;
  session: Observable<AgentSessionState>;
  /** `isBlocked`: the network blocks WebSockets to that host. */
  line: { host: string; isBlocked: Observable<boolean> };
  state: Observable<Readonly<DeviceState>>;
  watchers: Observable<readonly SeenWatcher[]>;
  privacy: Observable<boolean>;
  setPrivacy(on: boolean): void;
  shared: SharedScreen;
  /** Must be called from a click. */
  acceptFullScreen(): Promise<FullScreenChoice>;
  notices: Notices;
  /** The student's draft answer to a poll, which survives a reload of the tab. */
  draft: TabMemory['draft'];
  broadcast: BroadcastView;
  picks: FilePicks;
  files: PageFiles;
  /** Resolves when the site no longer admits this student. The page then leaves. */
  ended: Promise<PartEnd>;
  /** Disconnects and stops everything. */
  leave(): Promise<void>;
};

export type PartEnd = 'refused' | 'bad-link';

/**
 * `refused`: the site does not admit this person. `full`: it has its maximum of student pages. `busy`: too
 * many students are joining now.
 */
export type JoinOutcome =
  | { name: 'joined'; part: TakingPart }
  | { name: 'full' }
  | { name: 'busy' }
  | { name: 'refused' }
  | { name: 'bad-link' }
  | { name: 'unreachable' };

export type TakePart = (options: {
  site: StudentSite;
  link: SiteLink;
  person: Person;
  memory: PageMemory;
  tab: TabMemory;
  notifyOutside: (title: string, message: string) => void;
  /** The student returns after a reload, so the core keeps retrying if the platform is unreachable. */
  comesBack: boolean;
}) => Promise<JoinOutcome>;

const call = createPlatformCall(globalFetch);

export const takePart: TakePart = async (options) => {
  const { site, link, person } = options;
  const { configuration } = site;
  const abort = new AbortController();
  let resolveEnd: (end: PartEnd) => void = () => {};
  const ended = new Promise<PartEnd>((resolve) => {
    resolveEnd = resolve;
  });
  const enrolment = createPageEnrolment({
    call,
    authUrl: configuration.AUTH_URL,
    tenant: configuration.tenant,
    login: {
      secret: link.key,
      type: 'extension',
      version: VERSION,
      user: person.email === undefined ? { name: person.name } : { name: person.name, email: person.email },
    },
    device: options.memory.device,
    now: Date.now,
    signal: abort.signal,
    onRefused: ({ code }) => resolveEnd(code === 'forbidden' ? 'refused' : 'bad-link'),
  });
  let first: Credentials | undefined;
  try {
    first = await enrolment.obtain({ afterRefusal: false });
  } catch (error) {
    const failed = outcomeOf(error);
    if (!MAY_PASS.has(failed.name) || !options.comesBack) return failed;
  }
  return { name: 'joined', part: begin({ ...options, enrolment, first, abort, ended }) };
};

/** Returns a number from 0 to below 1. The run's name at the broker must not be guessable. */
const secureRandom = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 0x1_0000_0000;

/** Outcomes that are temporary: after a reload the device core keeps retrying. */
const MAY_PASS: ReadonlySet<JoinOutcome['name']> = new Set(['unreachable', 'busy']);

function outcomeOf(error: unknown): Exclude<JoinOutcome, { name: 'joined' }> {
  const code: AppError['code'] | undefined = isAppError(error) ? error.code : undefined;
  if (code === 'unauthorized' || code === 'not-found') return { name: 'bad-link' };
  if (code === 'conflict') return { name: 'full' };
  if (isAppError(error) && error.detail.status === 429) return { name: 'busy' };
  return { name: code === 'forbidden' || code === 'invalid' ? 'refused' : 'unreachable' };
}

/** The profile of a browser that hands in files and cannot close tabs that its user has opened. */
const profileOf = (memory: PageMemory, person: Person): DeviceProfile => ({
  type: 'extension',
  version: VERSION,
  os: thisSystem(),
  // Read late, because the platform assigns the name during the enrolment.
  get hostname() {
    return memory.device.get()?.hostname ?? UNNAMED_PAGE;
  },
  userName: person.name,
  abilities: ['collectFiles'],
  unsupported: ['closeTabs', 'closeApps', 'updateDeviceInventory', 'updateInvent'],
  // The page sees only its own tab, and the screen only while its student shares it.
  unsupportedEffects: [
    'BlockWebsitesDefinition',
    'BlockAllWebsitesDefinition',
    'KeywordMonitoringDefinition',
    'ScreenCaptureDefinition',
  ],
});

/** Uses the credentials of the join once and then obtains new ones. */
function obtainAfter(first: Credentials | undefined, enrolment: PageEnrolment): ObtainCredentials {
  let ready = first;
  return (asked) => {
    const given = ready;
    ready = undefined;
    return given && !asked.afterRefusal ? Promise.resolve(given) : enrolment.obtain(asked);
  };
}

/** Notifies the device of changes in the page. The returned function stops that. */
function followPage(deps: { shared: SharedScreen; screen: PageScreen; device: Device }): () => void {
  const { shared, screen, device } = deps;
  const unfollowShare = shared.state.subscribe(() => {
    const isFullScreen = device.state().fullScreen === 'FULL';
    if (isFullScreen && !isEntireScreen(shared.state.get())) device.decideFullScreen(false);
  });
  const followVisibility = () => screen.changed('tabs');
  document.addEventListener('visibilitychange', followVisibility);
  // A browser may keep the page in its back/forward cache, but the capture must not continue meanwhile.
  window.addEventListener('pagehide', shared.stop);
  return () => {
    unfollowShare();
    document.removeEventListener('visibilitychange', followVisibility);
    window.removeEventListener('pagehide', shared.stop);
  };
}

async function acceptFullScreen(
  shared: SharedScreen,
  device: Pick<Device, 'decideFullScreen'>,
): Promise<FullScreenChoice> {
  const showsEntireScreen = () => isEntireScreen(shared.state.get());
  const before = shared.state.get();
  const chosen = showsEntireScreen() ? before : await shared.choose('monitor');
  if (showsEntireScreen()) device.decideFullScreen(true);
  return fullScreenChoice(before, chosen);
}

function hasSettled(promise: Promise<unknown>): () => boolean {
  let isSettled = false;
  void promise.then(() => {
    isSettled = true;
  });
  return () => isSettled;
}

const newId = () => crypto.randomUUID();

const PRIVACY_CHANGES = ['statuses', 'tabs', 'applications'] as const;

type PartOptions = {
  site: StudentSite;
  link: SiteLink;
  person: Person;
  memory: PageMemory;
  tab: TabMemory;
  notifyOutside: (title: string, message: string) => void;
  enrolment: PageEnrolment;
  first: Credentials | undefined;
  abort: AbortController;
  ended: Promise<PartEnd>;
};

/** Detects a blocked network until the student leaves. */
function followLine(
  { site, link, abort }: PartOptions,
  session: Observable<AgentSessionState>,
): TakingPart['line'] {
  const isReachable = () =>
    call(siteRequest(site.configuration, link), deviceSiteSchema).then(
      () => true,
      () => false,
    );
  const { isBlocked, stop } = followBlockedLine({ session, isReachable });
  abort.signal.addEventListener('abort', stop);
  return { host: new URL(site.configuration.MQTT_URL).host, isBlocked };
}

function begin(options: PartOptions): TakingPart {
  const { site, person, memory, tab, enrolment, abort } = options;
  const clock = createPageClock();
  const storedState = keptState(options);
  const session = createObservable<AgentSessionState>({ name: 'enrolling', attempt: 1 });
  const state = createObservable<Readonly<DeviceState>>(FRESH_STATE);
  const watchers = createObservable<readonly SeenWatcher[]>([]);
  const privacy = createObservable(memory.privacy.get() ?? false);
  const notices = createNotices({ tab, newId, notifyOutside: options.notifyOutside });
  const broadcast = createBroadcastView();
  const picks = createFilePicks({ clock });
  const files = createPageFiles({
    chunks: createChunks(clock),
    memory,
    person,
    find: picks.take,
    now: clock.now,
    newId,
  });
  const isShutOut = hasSettled(options.ended);
  const encoder = createPictureEncoder();
  const shared = createSharedScreen({
    capture: (wanted) => navigator.mediaDevices.getDisplayMedia(wanted),
    makeVideo: () => document.createElement('video'),
    onChange: () => screen.changed('info'),
  });
  const screen = createPageScreen({
    shared,
    encoder,
    privacy: privacy.get,
    notify: notices.notify,
    offerPage: notices.offerPage,
    show(next) {
      state.set(next);
      storedState.hold(next);
    },
  });
  const { signal } = abort;
  const asking = { call, configuration: site.configuration, accessToken: enrolment.accessToken, signal };
  const peers = createPagePeers({
    ...asking,
    siteId: site.siteId,
    clock,
    shared,
    broadcast,
    files,
    privacy: privacy.get,
    hostname: location.hostname,
  });
  const device = createDevice({
    profile: profileOf(memory, person),
    screen,
    files: picks.files,
    peers,
    readRoom: createReadRoom(asking),
    obtain: obtainAfter(options.first, enrolment),
    open: createMqttTransport(siteAddress(site.configuration.MQTT_URL, site.siteId), clock),
    clock,
    random: secureRandom,
    initialState: storedState.initial(),
    policyMemory: memory.policies,
    onSession: session.set,
    onWatchers: (next) => watchers.set(seenWatchers(watchers.get(), next, clock.now())),
  });
  const unfollowPage = followPage({ shared, screen, device });
  device.start();

  return {
    person,
    siteName: site.siteName,
    device,
    session,
    line: followLine(options, session),
    state,
    watchers,
    privacy,
    shared,
    notices,
    broadcast,
    picks,
    files,
    ended: options.ended,
    draft: tab.draft,
    setPrivacy(on) {
      if (on === privacy.get()) return;
      privacy.set(on);
      memory.privacy.set(on || undefined);
      // The core reports the privacy first. Then all streams end, including those unknown to the core.
      for (const change of PRIVACY_CHANGES) screen.changed(change);
      if (on) shared.endStreams();
    },
    acceptFullScreen: () => acceptFullScreen(shared, device),
    async leave() {
      unfollowPage();
      shared.close();
      notices.stop();
      picks.stop();
      // A student who was signed out has not chosen to leave and may come back for the files.
      const forgotten = isShutOut() ? undefined : files.forget();
      await device.stop();
      abort.abort();
      storedState.forget();
      encoder.stop();
      // Without a network the files' worker may load late or never.
      await forgotten;
      files.stop();
      clock.end();
    },
  };
}
