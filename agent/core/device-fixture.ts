/** A device with a broker, a screen, a machine and a clock that a test holds in its hands. */
import type { DeviceType } from '#domain/device-type.ts';
import type { ActionName, RetrievedFile } from '#protocol/action-parameters.ts';
import type { Ability, Application, Display, Tab } from '#protocol/feedback.ts';
import {
  backchannel,
  clientGroups,
  clientOrders,
  clientPolicies,
  groupFeedback,
  type Target,
  targetTopic,
} from '#protocol/topics.ts';
import type { DoneAction } from './action-desk.ts';
import { createDevice } from './device.ts';
import type { DeviceState } from './device-state.ts';
import { createFakeClock } from './fake-clock.ts';
import type { LinkClose, LinkEvents, LinkMessage, LinkOptions, LinkPublish } from './link.ts';
import type { Machine, Network, PickFiles } from './machine.ts';
import type { PeerWorld } from './peer-world.ts';
import type { PictureRequest, Screen, ScreenChange } from './screen.ts';

export const SCOPE = { tenant: 'demo', site: 'riverside' };
export const IDENTITY = { ...SCOPE, clientId: 'c1', userId: 'u1', authType: 'user' } as const;
/** Unsigned; its claims are those of `IDENTITY`. */
const TOKEN =
  'eyJhbGciOiJub25lIn0.eyJpc3MiOiJpIiwiYXVkIjoiYSIsInN1YiI6ImMxIiwia2luZCI6ImRldmljZSIsInRlbmFudCI6ImRlbW8iLCJzaXRlIjoicml2ZXJzaWRlIiwiY2xpZW50SWQiOiJjMSIsInVzZXJJZCI6InUxIiwiYXV0aFR5cGUiOiJ1c2VyIiwiaWF0IjowLCJleHAiOjF9.x';

export type OpenedLink = {
  options: LinkOptions;
  events: LinkEvents;
  published: LinkPublish[];
  subscribed: Set<string>;
  closed?: { keepSession: boolean };
};

export const group = (groupId = 'g1'): Target => ({ to: 'group', groupId });
export const own: Target = { to: 'client', authType: 'user', userId: 'u1', clientId: 'c1' };

export function createFixture(
  options: {
    tokenLifeMs?: number;
    displays?: readonly Display[];
    type?: DeviceType;
    files?: readonly RetrievedFile[];
    peers?: PeerWorld;
    abilities?: readonly Ability[];
    unsupported?: readonly ActionName[];
    pick?: PickFiles;
    initialState?: Partial<DeviceState>;
  } = {},
) {
  const clock = createFakeClock();
  let acted = 0;
  const links: OpenedLink[] = [];
  const draws: PictureRequest[] = [];
  const obtained: { afterRefusal: boolean }[] = [];
  const listeners = new Set<(change: ScreenChange) => void>();
  const shown: {
    notifications: string[];
    privacy: boolean;
    version: number;
    failEnrolment: boolean;
    acknowledge: boolean;
    launched: object[];
    /** Filters that the broker refuses begin so. */
    closedTopics: string | undefined;
    pictureBytes: number;
    onDraw: () => void;
    tabs: readonly Tab[];
    applications: readonly Application[];
    /** False: it can close nothing. */
    closes: boolean;
  } = {
    notifications: [],
    privacy: false,
    version: 1,
    failEnrolment: false,
    acknowledge: true,
    launched: [],
    closedTopics: undefined,
    pictureBytes: 10,
    onDraw() {},
    tabs: [{ tabId: 't1', title: 'Page', url: 'https://page.example/', active: true, icon: undefined }],
    applications: [],
    closes: true,
  };
  const screen: Screen = {
    displays: () =>
      options.displays ?? [
        { id: 'd1', primary: true, width: 1920, height: 1080 },
        { id: 'd2', primary: false, width: 1920, height: 1080 },
      ],
    tabs: () => shown.tabs,
    applications: () => shown.applications,
    privacy: () => shown.privacy,
    pictureVersion: () => shown.version,
    async draw(request) {
      draws.push(request);
      shown.onDraw();
      return {
        bytes: new Uint8Array(shown.pictureBytes * request.quality),
        contentType: request.format === 'webp' ? 'image/webp' : 'image/jpeg',
        width: request.width,
        height: request.height,
      };
    },
    show() {},
    notify: ({ message }) => shown.notifications.push(message),
    launch: (launch) => shown.launched.push(launch) > 0,
    closeTabs(ids) {
      if (!shown.closes) return undefined;
      const closed = shown.tabs.filter(({ tabId }) => ids.includes(tabId));
      shown.tabs = shown.tabs.filter((tab) => !closed.includes(tab));
      for (const listener of listeners) listener('tabs');
      return closed.map(({ tabId }) => tabId);
    },
    closeApplications(ids) {
      const closed = shown.applications.filter(({ windowId }) => ids.includes(windowId));
      shown.applications = shown.applications.filter((application) => !closed.includes(application));
      for (const listener of listeners) listener('applications');
      return closed.map(({ windowId }) => windowId);
    },
    focusTab: (id) => id === 't1',
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  const viewersGone: (() => void)[] = [];
  const machine: Machine & {
    powered: string[];
    viewers: number;
    at: Network;
    /** That of the start of this number ends by itself. */
    endRemoteControl(start: number): void;
  } = {
    powered: [],
    at: { addresses: ['10.20.1.7'], ssid: 'Room-01' },
    viewers: 0,
    files: async (folder) => (folder === '%downloads%' ? (options.files ?? []) : undefined),
    inventory: async () => ({
      inventoryResults: { type: 'windowsAgent' },
      softwareResults: { software: [] },
    }),
    network: () => machine.at,
    async startRemoteControl(ended) {
      viewersGone.push(ended);
      return { url: 'wss://host/', password: `once-${++machine.viewers}` };
    },
    endRemoteControl: (start) => viewersGone[start]?.(),
    stopRemoteControl() {
      machine.viewers = 0;
    },
    power: (action) => machine.powered.push(action),
  };
  const done: DoneAction[] = [];

  const device = createDevice({
    machine,
    ...(options.peers && { peers: options.peers }),
    ...(options.pick && { files: options.pick }),
    ...(options.initialState && { initialState: options.initialState }),
    onAction: (action) => done.push(action),
    profile: {
      type: options.type ?? 'windowsAgent',
      version: '1',
      os: 'Windows',
      hostname: 'host',
      userName: 'Ana',
      ...(options.abilities && { abilities: options.abilities }),
      ...(options.unsupported && { unsupported: options.unsupported }),
    },
    screen,
    clock,
    random: () => 0.5,
    async obtain(how) {
      obtained.push(how);
      if (shown.failEnrolment) throw new Error('unreachable');
      return {
        accessToken: TOKEN,
        identity: IDENTITY,
        expiresAt: clock.now() + (options.tokenLifeMs ?? 3_600_000),
      };
    },
    open(linkOptions, events) {
      const link: OpenedLink = { options: linkOptions, events, published: [], subscribed: new Set() };
      links.push(link);
      const alive = () => links.at(-1) === link && link.closed === undefined;
      return {
        async publish(message) {
          if (alive()) link.published.push(message);
          return alive() && shown.acknowledge;
        },
        async subscribe(filters) {
          const { closedTopics } = shown;
          const open = filters.filter((filter) => !(closedTopics && filter.startsWith(closedTopics)));
          for (const filter of open) link.subscribed.add(filter);
          return alive() && open.length === filters.length;
        },
        async unsubscribe(filters) {
          for (const filter of filters) link.subscribed.delete(filter);
          return alive();
        },
        async close(how) {
          link.closed = how;
        },
      };
    },
  });

  const link = (): OpenedLink => {
    const last = links.at(-1);
    if (last === undefined) throw new Error('No link was opened');
    return last;
  };
  const deliver = async (topic: string, payload: unknown, properties: Partial<LinkMessage> = {}) => {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    link().events.onMessage({
      topic,
      payload: new Uint8Array(text.length),
      text: () => text,
      retain: false,
      ...properties,
    });
    await clock.advance(0);
  };

  return {
    clock,
    device,
    machine,
    /** What `onAction` was told. */
    done,
    links,
    link,
    draws,
    obtained,
    shown,
    deliver,
    /** Starts, lets the broker accept, and tells the groups. */
    async goOnline(groups: readonly string[] = ['g1'], sessionPresent = false) {
      if (links.length === 0) device.start();
      await clock.advance(0);
      link().events.onOpen(sessionPresent);
      await deliver(clientGroups(SCOPE, 'c1'), { groups }, { retain: true });
    },
    /** The platform retains these orders of the classes that the device is in. */
    orders: (...orders: readonly { id: string; action: string; parameters?: object }[]) =>
      deliver(
        clientOrders(SCOPE, 'c1'),
        { orders: orders.map((order) => ({ tutorId: 'anna', ...order })) },
        { retain: true },
      ),
    /** The platform retains these policies for the device. */
    policies: (...policies: readonly object[]) =>
      deliver(
        clientPolicies(SCOPE, 'c1'),
        { policies: policies.map((policy, i) => ({ id: `p${i + 1}`, name: 'P', effects: [], ...policy })) },
        { retain: true },
      ),
    async lose(close: LinkClose = { name: 'lost', message: 'cut' }) {
      link().events.onClose(close);
      await clock.advance(0);
    },
    demand: (
      type: string,
      wish: {
        tutor?: string;
        source?: string;
        since?: number;
        to?: Target;
        responseTopic?: string;
        frequency?: number;
        ttl?: number;
        parameters?: object;
      } = {},
    ) => {
      const { tutor = 'anna', to = group() } = wish;
      const responseTopic =
        wish.responseTopic ??
        (to.to === 'group' ? groupFeedback(SCOPE, to.groupId) : backchannel(SCOPE, tutor));
      return deliver(
        targetTopic(SCOPE, tutor, to, 'demands'),
        {
          'demand-type': type,
          'demand-parameters': wish.parameters ?? (type === 'thumbnails' ? { quality: 30 } : {}),
          frequency: wish.frequency ?? 5_000,
          TTL: wish.ttl ?? 600_000,
          ...(wish.source !== undefined && { source: wish.source }),
          ...(wish.since !== undefined && { since: wish.since }),
        },
        { responseTopic },
      );
    },
    act: (
      action: string,
      parameters: object = {},
      wish: { tutor?: string; to?: Target; id?: string; timeSent?: number } = {},
    ) =>
      deliver(targetTopic(SCOPE, wish.tutor ?? 'anna', wish.to ?? group(), 'actions'), {
        id: wish.id ?? `${action}-${acted++}`,
        action,
        parameters,
        timeSent: wish.timeSent ?? clock.now(),
      }),
    screenChanged(change: ScreenChange) {
      for (const listener of listeners) listener(change);
    },
    /** What was published to a topic that ends so, by all links, oldest first. */
    sent: (ending: string) =>
      links.flatMap(({ published }) => published.filter(({ topic }) => topic.endsWith(ending))),
    replies: () =>
      links.flatMap(({ published }) =>
        published
          .filter(({ topic }) => topic.endsWith('/reply'))
          .map(({ payload }) => JSON.parse(String(payload))),
      ),
  };
}
