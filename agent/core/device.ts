/**
 * The device's side of the protocol: demands in, feedback out, actions done and answered. Everything that
 * touches the world (transport, screen, clock, random, enrolment) is passed in.
 */
import { deviceEvents, groupFeedback, lastWill } from '#protocol/topics.ts';
import type { DoneAction } from './actions/action-desk.ts';
import { createDeviceActions } from './actions/device-actions.ts';
import type { Clock } from './clock.ts';
import {
  type AgentSessionState,
  createAgentSession,
  type OnlineTransport,
} from './connection/agent-session.ts';
import { createGroupMembership } from './connection/group-membership.ts';
import { readMessage } from './connection/inbox.ts';
import { arrive, leave } from './connection/presence.ts';
import { createReplyQueue } from './connection/reply-queue.ts';
import type { AgentTransport, OpenAgentTransport } from './connection/transport.ts';
import { countPublished, createCounters } from './counters.ts';
import { type DeviceState, FRESH_STATE } from './device-state.ts';
import { createDemandBook, type DemandChange } from './feedback/demand-book.ts';
import { createFeedback } from './feedback/feedback.ts';
import { type RecordKind, recordText } from './feedback/records.ts';
import { type Watcher, watchersOf } from './feedback/watchers.ts';
import type { DeviceIdentity, DeviceProfile, ObtainCredentials } from './identity.ts';
import type { Machine, PickFiles } from './machine.ts';
import type { PeerWorld } from './peer-world.ts';
import { createPolicyGuard } from './policies/policy-guard.ts';
import { createReceiver } from './receiver.ts';
import type { Screen, ScreenChange } from './screen.ts';

export type Device = {
  start(): void;
  /** Leaves properly: consoles are told, the presence is cleared, no timer is left. */
  stop(): Promise<void>;
  state(): Readonly<DeviceState>;
  /** What the student does. False: nothing of the kind is asked. */
  answerPoll(answer: string): boolean;
  dismissPoll(): boolean;
  giveName(name: string): boolean;
  decideFullScreen(granted: boolean): boolean;
  showBroadcast(): boolean;
  abortPower(): boolean;
  leaveRoom(roomId: string): boolean;
  session(): AgentSessionState;
  identity(): DeviceIdentity | undefined;
  groups(): readonly string[];
  /** Whom the person at the device is told of. */
  watchers(): readonly Watcher[];
  /** Live demands, for tests and the device's own log. */
  demands(): number;
  counters: ReturnType<typeof createCounters>;
};

const HIDDEN_BY_PRIVACY: readonly ScreenChange[] = ['tabs', 'applications'];
/** A report that the broker has not acknowledged is repeated for so long. */
const REPORT_MS = 600_000;

export function createDevice(deps: {
  profile: DeviceProfile;
  screen: Screen;
  /** Left out where only a browser's page is reached. */
  machine?: Machine;
  /** Where there is no machine, but a student who picks what a tutor may see of their files. */
  files?: PickFiles;
  /** Left out where no peer connection can be made. It is stopped with the device. */
  peers?: PeerWorld;
  obtain: ObtainCredentials;
  open: OpenAgentTransport;
  clock: Clock;
  /** 0 ≤ x < 1. */
  random: () => number;
  /** How the device is found, for example already locked. */
  initialState?: Partial<DeviceState>;
  onSession?: (state: AgentSessionState) => void;
  onState?: (state: Readonly<DeviceState>) => void;
  onWatchers?: (watchers: readonly Watcher[]) => void;
  /** Once for every action that was done or refused. */
  onAction?: (done: DoneAction) => void;
}): Device {
  const { clock, profile, machine } = deps;
  const screen: Screen = {
    ...deps.screen,
    privacy: () => deps.screen.privacy() || state.policies.privacy,
  };
  const counters = createCounters();
  const chosenDisplays = new Map<string, string>();
  let state: DeviceState = { ...FRESH_STATE, ...deps.initialState };
  let online: OnlineTransport<DeviceIdentity> | undefined;

  const transport = () => online?.transport;
  const publish: AgentTransport['publish'] = (message) =>
    online?.transport.publish(message) ?? Promise.resolve(false);
  const identity = () => session.identity();
  const write = (kind: RecordKind) => {
    const self = identity();
    return (
      self &&
      recordText(kind, { identity: self, profile, screen, state, now: clock.now(), since: online?.since })
    );
  };
  const book = createDemandBook({
    clock,
    onChange(change: DemandChange) {
      feedback.demandChanged(change);
      deps.onWatchers?.(watchersOf(book.all()));
    },
  });
  const feedback = createFeedback({
    book: () => book,
    clock,
    screen,
    identity,
    recordText: write,
    chosenBy: (tutorId) => chosenDisplays.get(tutorId),
    publish,
    counters,
  });
  const replyQueue = createReplyQueue({ clock, publish });

  const change = (next: Partial<DeviceState>) => {
    const { alias, name, login } = state;
    state = { ...state, ...next };
    screen.show(state);
    if (state.alias !== alias || state.name !== name || state.login !== login) feedback.screenChanged('info');
    feedback.screenChanged('statuses');
    deps.onState?.(state);
  };
  const guard = createPolicyGuard({
    ...{ clock, screen: deps.screen, type: profile.type, state: () => state },
    network: () => machine?.network(),
    hold(policies) {
      const before = screen.privacy();
      change({ policies });
      if (screen.privacy() === before) return;
      for (const kind of HIDDEN_BY_PRIVACY) feedback.screenChanged(kind);
      if (!before) actions.hideScreens();
    },
    report(event) {
      const self = identity();
      if (self === undefined) return;
      const payload = JSON.stringify(event);
      countPublished(counters, 'event', payload.length);
      replyQueue.add({ topic: deviceEvents(self, self.clientId), payload, qos: 1 }, REPORT_MS);
    },
  });
  const actions = createDeviceActions({
    ...{ clock, screen, machine, profile, identity, change, transport, counters, peers: deps.peers },
    files: deps.files ?? machine?.files,
    state: () => state,
    book: () => book,
    chooseDisplay(tutorId, displayId) {
      chosenDisplays.set(tutorId, displayId);
      feedback.replanThumbnails();
    },
    send: replyQueue.add,
    onDone: deps.onAction,
  });
  const membership = createGroupMembership({
    transport,
    hello: (self, groupId) => feedback.hello(groupFeedback(self, groupId)),
    onLeft: (self, groupId) => book.endResponseTopic(groupFeedback(self, groupId)),
  });

  const receive = createReceiver({
    ...{ book, actions, membership, guard, counters },
    forgetDisplay: (tutorId) => void chosenDisplays.delete(tutorId),
  });

  const session = createAgentSession({
    obtain: deps.obtain,
    open: deps.open,
    clock,
    random: deps.random,
    onState: deps.onSession,
    lastWillTopic: (self: DeviceIdentity) => lastWill(self, self),
    onOnline(opened) {
      online = opened;
      counters.connects++;
      membership.connected();
      arrive(opened, profile);
      actions.rooms.resume();
      replyQueue.flush();
    },
    onOffline() {
      online = undefined;
    },
    onMessage(message) {
      const self = identity();
      if (self === undefined) return;
      counters.received++;
      receive(self, readMessage(message, self));
    },
  });

  const ignoreScreen = screen.onChange((changed) => {
    feedback.screenChanged(changed);
    if (changed === 'statuses' && screen.privacy()) actions.hideScreens();
    if (changed === 'tabs' || changed === 'applications') guard.look();
  });
  screen.show(state);

  return {
    start: session.start,
    async stop() {
      ignoreScreen();
      guard.stop();
      actions.stop();
      feedback.stop();
      book.stop();
      replyQueue.clear();
      await session.stop((last) =>
        Promise.all([leave(last), actions.rooms.farewell(last.identity, last.transport)]),
      );
      online = undefined;
    },
    state: () => state,
    answerPoll: actions.poll.answer,
    dismissPoll: actions.poll.dismiss,
    giveName: actions.name.give,
    ...{ decideFullScreen: actions.fullScreen.decide, showBroadcast: actions.showBroadcast },
    abortPower: actions.abortPower,
    leaveRoom: actions.rooms.leave,
    session: session.state,
    identity,
    groups: membership.groups,
    watchers: () => watchersOf(book.all()),
    demands: () => book.all().length,
    counters,
  };
}
