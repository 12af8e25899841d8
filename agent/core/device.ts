/**
 * The device's side of the protocol: demands in, feedback out, actions done and answered. Everything that
 * touches the world (link, screen, clock, random, enrolment) is passed in.
 */

import { actionTtlSeconds } from '#protocol/action.ts';
import { MQTT_SESSION_EXPIRY_S } from '#protocol/limits.ts';
import { clientFilter, deviceFilters, groupFeedback, lastWill, presence } from '#protocol/topics.ts';
import { createActionDesk } from './action-desk.ts';
import { createActionHandlers } from './action-handlers.ts';
import type { Clock } from './clock.ts';
import { countDropped, countPublished, createCounters } from './counters.ts';
import { type Asker, createDemandBook, type DemandChange } from './demand-book.ts';
import { createFeedback } from './feedback.ts';
import type { DeviceIdentity, DeviceProfile, ObtainCredentials } from './identity.ts';
import { type Incoming, readMessage } from './inbox.ts';
import type { Link, OpenLink } from './link.ts';
import { createOutbox } from './outbox.ts';
import { type RecordKind, recordText } from './records.ts';
import type { DeviceState, Screen } from './screen.ts';
import { createSession, type OnlineLink, type SessionState } from './session.ts';

export type Device = {
  start(): void;
  /** Leaves properly: consoles are told, the presence is cleared, no timer is left. */
  stop(): Promise<void>;
  state(): Readonly<DeviceState>;
  session(): SessionState;
  identity(): DeviceIdentity | undefined;
  groups(): readonly string[];
  /** Live demands, for tests and the device's own log. */
  demands(): number;
  counters: ReturnType<typeof createCounters>;
};

export function createDevice(deps: {
  profile: DeviceProfile;
  screen: Screen;
  obtain: ObtainCredentials;
  open: OpenLink;
  clock: Clock;
  /** 0 ≤ x < 1. */
  random: () => number;
  /** How the device is found, for example already locked. */
  initialState?: Partial<DeviceState>;
  onSession?: (state: SessionState) => void;
}): Device {
  const { clock, screen, profile } = deps;
  const counters = createCounters();
  const chosenDisplays = new Map<string, string>();
  let state: DeviceState = { muted: false, inputsBlocked: false, ...deps.initialState };
  let online: OnlineLink | undefined;
  /** As the platform last said; kept over reconnects to unsubscribe from what was left meanwhile. */
  let groups: readonly string[] = [];
  let joined = new Set<string>();

  const publish: Link['publish'] = (message) => online?.link.publish(message) ?? Promise.resolve(false);
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
    onChange: (change: DemandChange) => feedback.demandChanged(change),
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
  const outbox = createOutbox({ clock, publish });

  const change = (next: Partial<DeviceState>) => {
    const { alias } = state;
    state = { ...state, ...next };
    screen.show(state);
    if (state.alias !== alias) feedback.screenChanged('info');
    feedback.screenChanged('statuses');
  };
  const desk = createActionDesk({
    clock,
    handlers: createActionHandlers({
      screen,
      clientId: () => identity()?.clientId,
      book: () => book,
      change,
      chooseDisplay(tutorId, displayId) {
        chosenDisplays.set(tutorId, displayId);
        feedback.replanThumbnails();
      },
      now: clock.now,
    }),
    onRepeated: () => countDropped(counters, 'repeated-action'),
  });

  const joinGroups = (self: DeviceIdentity, next: readonly string[]) => {
    const left = [...new Set([...groups, ...joined])].filter((groupId) => !next.includes(groupId));
    const fresh = next.filter((groupId) => !joined.has(groupId));
    groups = next;
    joined = new Set(next);
    if (left.length > 0)
      void online?.link.unsubscribe(left.map((groupId) => deviceFilters.group(self, groupId)));
    for (const groupId of left) book.endResponseTopic(groupFeedback(self, groupId));
    if (fresh.length > 0) void subscribeGroups(self, fresh);
  };
  /** `hello` after the subscription stands, so that the demands that answer it are not missed. */
  const subscribeGroups = async (self: DeviceIdentity, fresh: readonly string[]) => {
    const asked = online;
    await online?.link.subscribe(fresh.map((groupId) => deviceFilters.group(self, groupId)));
    if (online !== asked) return;
    for (const groupId of fresh) if (joined.has(groupId)) feedback.hello(groupFeedback(self, groupId));
  };

  const receive = (self: DeviceIdentity, incoming: Incoming) => {
    switch (incoming.name) {
      case 'demand':
        if (!book.put(incoming.key, incoming.demand)) countDropped(counters, 'too-many-demands');
        return;
      case 'action':
        reply(self, incoming);
        return;
      case 'groups':
        joinGroups(self, incoming.groups);
        return;
      case 'tutor-left':
        tutorLeft(incoming.asker);
        return;
      case 'dropped':
        countDropped(counters, incoming.reason);
        return;
      case 'stop-screen-shares':
        // Nothing is shared by this device.
        return;
    }
  };
  const tutorLeft = (asker: Asker) => {
    book.endTutor(asker);
    // The choice was the tutor's, not the browser's.
    const { tutorId } = asker;
    if (!book.all().some((demand) => demand.tutorId === tutorId)) chosenDisplays.delete(tutorId);
  };
  const reply = (self: DeviceIdentity, incoming: Extract<Incoming, { name: 'action' }>) => {
    const { action, responseTopic, correlationData } = incoming;
    const payload = JSON.stringify({ id: action.id, action: action.action, ...desk.handle(incoming) });
    countPublished(counters, 'reply', payload.length);
    outbox.add(
      {
        topic: `${responseTopic}/${self.clientId}/reply`,
        payload,
        qos: 1,
        contentType: 'application/json',
        correlationData,
      },
      actionTtlSeconds(action.action) * 1_000,
    );
  };

  const session = createSession({
    obtain: deps.obtain,
    open: deps.open,
    clock,
    random: deps.random,
    onState: deps.onSession,
    onOnline(opened) {
      online = opened;
      counters.connects++;
      joined = new Set();
      const self = opened.identity;
      void opened.link.publish({
        topic: presence(self, self),
        payload: JSON.stringify({
          deviceId: self.deviceId,
          hostname: profile.hostname,
          os: profile.os,
          type: profile.type,
          since: opened.since,
        }),
        qos: 1,
        retain: true,
      });
      // The retained list of groups comes with every subscription and leads to theirs.
      void opened.link.subscribe([
        deviceFilters.client(self, self, 'actions'),
        deviceFilters.client(self, self, 'demands'),
        deviceFilters.person(self, self, 'actions'),
        deviceFilters.person(self, self, 'demands'),
        deviceFilters.tutorLastWills(self),
        deviceFilters.stopScreenShares(self),
        clientFilter(self, self.clientId),
      ]);
      outbox.flush();
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

  const ignoreScreen = screen.onChange((changed) => feedback.screenChanged(changed));
  screen.show(state);

  return {
    start: session.start,
    async stop() {
      ignoreScreen();
      feedback.stop();
      book.stop();
      outbox.clear();
      await session.stop(({ link, identity: self, since }) =>
        Promise.all([
          // A last will is not sent after a goodbye; said by hand, consoles drop the card at once.
          link.publish({
            topic: lastWill(self, self),
            payload: JSON.stringify({ since }),
            qos: 1,
            expirySeconds: MQTT_SESSION_EXPIRY_S,
          }),
          link.publish({ topic: presence(self, self), payload: '', qos: 1, retain: true }),
        ]),
      );
      online = undefined;
    },
    state: () => state,
    session: session.state,
    identity,
    groups: () => groups,
    demands: () => book.all().length,
    counters,
  };
}
