/**
 * The device's side of the protocol: it receives demands and sends feedback, performs actions and replies.
 * Transport, screen, clock, random numbers and enrolment are passed in.
 */

import '#protocol/first-fault.ts';
import type { Clock } from '#protocol/clock.ts';
import { groupFeedback, lastWill } from '#protocol/topics.ts';
import type { DoneAction } from './actions/action-dispatcher.ts';
import { createDeviceActions, type StudentActions } from './actions/device-actions.ts';
import type { ReadRoom } from './actions/room-readings.ts';
import {
  type AgentSessionState,
  createAgentSession,
  type OnlineTransport,
} from './connection/agent-session.ts';
import { createGroupMembership } from './connection/group-membership.ts';
import { type Incoming, readMessage } from './connection/inbox.ts';
import { arrive, leave } from './connection/presence.ts';
import { createReplyQueue } from './connection/reply-queue.ts';
import type { AgentTransport, OpenAgentTransport } from './connection/transport.ts';
import { createCounters, type DeviceCounters } from './counters.ts';
import type { DeviceState } from './device-state.ts';
import { createDeviceStore, createPolicyHold, withPolicyPrivacy } from './device-store.ts';
import { createDemandAnswers } from './feedback/demand-answers.ts';
import type { Watcher } from './feedback/watchers.ts';
import type { DeviceIdentity, DeviceProfile, ObtainCredentials } from './identity.ts';
import type { Machine, PickFiles } from './machine.ts';
import type { PeerWorld } from './peer-world.ts';
import { createEventReports } from './policies/event-reports.ts';
import type { NoticedPage, PageGuard, PolicyName } from './policies/page-guard.ts';
import { createPolicyGuard } from './policies/policy-guard.ts';
import { createPolicyMemory, type PolicyMemory } from './policies/policy-memory.ts';
import { createReceiver } from './receiver.ts';
import type { Screen, ScreenChange } from './screen.ts';
import { createWindowCloser } from './window-closer.ts';

export type Device = StudentActions & {
  start(): void;
  /** Sends `left` to the consoles, clears the presence and ends every timer. */
  stop(): Promise<void>;
  state(): Readonly<DeviceState>;
  session(): AgentSessionState;
  identity(): DeviceIdentity | undefined;
  groups(): readonly string[];
  /** The tutors who watch this device, as the person at the device sees them. */
  watchers(): readonly Watcher[];
  /**
   * Reports a page that the agent has blocked before it loaded, as its policies want it. Returns the policies
   * that block it, for the agent's own page; none if they have ended meanwhile.
   */
  pageBlocked(page: NoticedPage): readonly PolicyName[];
  /** Reports the words of policies in a text that the student has typed, each once in ten minutes. */
  typed(text: string, page: NoticedPage): void;
  /** The number of active demands, for tests and the device's own log. */
  demands(): number;
  counters: DeviceCounters;
};

export type DeviceDeps = {
  profile: DeviceProfile;
  screen: Screen;
  /** Absent on a device that consists only of a browser's page. */
  machine?: Machine;
  /** Lets a student pick the files that a tutor may see, on a device without a machine. */
  files?: PickFiles;
  /** Absent if no peer connection can be made. It is stopped with the device. */
  peers?: PeerWorld;
  /** Reads a room's history. Without it a chat room shows only new messages. */
  readRoom?: ReadRoom;
  obtain: ObtainCredentials;
  open: OpenAgentTransport;
  clock: Clock;
  /** 0 ≤ x < 1. */
  random: () => number;
  /** Blocks pages before they load. Without it the core closes pages that are open. */
  pageGuard?: PageGuard;
  /** Stores the policies while the device is off. Absent if the device can store nothing. */
  policyMemory?: PolicyMemory;
  /** The state at the start, for example already locked. */
  initialState?: Partial<DeviceState>;
  onSession?: (state: AgentSessionState) => void;
  onState?: (state: Readonly<DeviceState>) => void;
  onWatchers?: (watchers: readonly Watcher[]) => void;
  /** Called once for every action that was performed or refused. */
  onAction?: (done: DoneAction) => void;
};

export function createDevice(deps: DeviceDeps): Device {
  const { clock, profile, machine } = deps;
  const counters = createCounters();
  const identity = () => session.identity();
  const transport = () => session.online()?.transport;
  const publish: AgentTransport['publish'] = (message) =>
    transport()?.publish(message) ?? Promise.resolve(false);

  const { state, change } = createDeviceStore({
    screen: deps.screen,
    initial: deps.initialState,
    onRecordChange: (kind) => feedback.screenChanged(kind),
    onState(next) {
      guard.lockChanged();
      deps.onState?.(next);
    },
  });
  const screen = withPolicyPrivacy(deps.screen, state);
  const closer = createWindowCloser({ clock, screen });
  const shared = { clock, screen, closer, profile, identity, state, counters };
  const replyQueue = createReplyQueue({ clock, publish });
  const { book, feedback, watchers, chooseDisplay, forgetDisplay } = createDemandAnswers({
    ...shared,
    onlineSince: () => session.online()?.since,
    publish,
    onWatchers: deps.onWatchers,
  });
  const eventReports = createEventReports({ identity, send: replyQueue.add, counters });
  const guard = createPolicyGuard({
    clock,
    screen: deps.screen,
    closer,
    abilities: profile,
    memory: deps.policyMemory ?? createPolicyMemory(),
    pageGuard: deps.pageGuard,
    state,
    power: (wanted) => actions.followPower(wanted),
    network: () => machine?.network(),
    hold: createPolicyHold({
      screen,
      change,
      onPrivacy(isPrivate) {
        feedback.privacyChanged();
        if (isPrivate) actions.hideScreens();
      },
    }),
    report: eventReports.report,
  });
  const actions = createDeviceActions({
    ...shared,
    machine,
    change,
    transport,
    peers: deps.peers,
    readRoom: deps.readRoom,
    random: deps.random,
    files: deps.files ?? machine?.files,
    book: () => book,
    chooseDisplay,
    send: replyQueue.add,
    onDone: deps.onAction,
  });
  const membership = createGroupMembership({
    clock,
    transport,
    hello: (self, groupId) => feedback.hello(groupFeedback(self, groupId)),
    onLeft: (self, groupId) => book.endResponseTopic(groupFeedback(self, groupId)),
  });
  const receive = createReceiver({ book, actions, membership, guard, counters, forgetDisplay });
  const session = createDeviceSession(deps, {
    onOnline(opened) {
      counters.connects++;
      membership.connected();
      arrive(opened, profile);
      actions.rooms.resume();
      replyQueue.flush();
      eventReports.enrolled();
    },
    receive(self, message) {
      counters.received++;
      receive(self, message);
    },
  });

  const ignoreScreen = followScreen(screen, { feedback, actions, guard });
  screen.show(state());

  return {
    ...actions.student,
    start() {
      guard.start();
      session.start();
    },
    async stop() {
      ignoreScreen();
      guard.stop();
      actions.stop();
      closer.stop();
      feedback.stop();
      book.stop();
      replyQueue.clear();
      await session.stop((last) =>
        Promise.all([leave(last), actions.rooms.announceLeave(last.identity, last.transport)]),
      );
    },
    state,
    session: session.state,
    identity,
    groups: membership.groups,
    watchers,
    pageBlocked: guard.pageBlocked,
    typed: guard.typed,
    demands: () => book.all().length,
    counters,
  };
}

function createDeviceSession(
  { obtain, open, clock, random, onSession }: DeviceDeps,
  parts: {
    onOnline: (opened: OnlineTransport<DeviceIdentity>) => void;
    receive: (self: DeviceIdentity, message: Incoming) => void;
  },
) {
  const session = createAgentSession<DeviceIdentity>({
    obtain,
    open,
    clock,
    random,
    onState: onSession,
    lastWillTopic: (self) => lastWill(self, self),
    onOnline: parts.onOnline,
    onMessage(message) {
      const self = session.identity();
      if (self !== undefined) parts.receive(self, readMessage(message, self));
    },
  });
  return session;
}

/** Sends changes of the screen as feedback and enforces the policies. Returns the unsubscribe function. */
function followScreen(
  screen: Screen,
  parts: {
    feedback: { screenChanged(changed: ScreenChange): void };
    actions: { hideScreens(): void };
    guard: { look(): void };
  },
): () => void {
  return screen.onChange((changed) => {
    parts.feedback.screenChanged(changed);
    if (changed === 'statuses' && screen.privacy()) parts.actions.hideScreens();
    if (changed === 'tabs' || changed === 'applications') parts.guard.look();
  });
}
