/** Composes the live worker: what the tabs want on one side, what the broker says on the other. */
import { TIMING } from '#domain/timing.ts';
import type { DebugReport } from '#protocol/debug-report.ts';
import type { RoomSend } from '#protocol/room.ts';
import {
  LIVE_WORKER_VERSION,
  type LiveBatch,
  type LiveSession,
  type TabFace,
} from '#protocol/threads/live-worker.ts';
import { backchannelFilter, lastWillFilter, notifications } from '#protocol/topics.ts';
import { createActing } from './actions/acting.ts';
import { createBrokerLink } from './broker/broker-link.ts';
import { createMessageQueue } from './broker/message-queue.ts';
import type { OpenTransport } from './broker/mqtt-transport.ts';
import { createTokenSource } from './broker/token-source.ts';
import type { Clock } from './clock.ts';
import { createPublisher } from './demands/publisher.ts';
import { createIncoming } from './incoming.ts';
import { createWorkerActiveUsers } from './people/active-users.ts';
import { createArrivals } from './people/arrivals.ts';
import { createRooms } from './people/rooms.ts';
import { createNotificationFeed } from './tabs/notification-feed.ts';
import { createTabMailbox } from './tabs/tab-mailbox.ts';
import { createTabs, type Tab } from './tabs/tabs.ts';
import type { Picture, Size } from './thumbnails/thumbnails.ts';
import { createWatching } from './watches/watching.ts';

export type LiveDeps = {
  clock: Clock;
  random(): number;
  newId(): string;
  openTransport: OpenTransport;
  tabEnded(tabId: string, signal: AbortSignal): Promise<void>;
  decode(picture: Picture, size: Size | undefined): Promise<ImageBitmap>;
  copy(bitmap: ImageBitmap): Promise<ImageBitmap>;
  log(text: string): void;
  /** What only those who look for a fault want to know. */
  debug(text: string): void;
};

export type TabPost = (batch: LiveBatch, transfer: Transferable[]) => void;

/** What `main.ts` offers to tabs as `LiveWorker`; `tabId`s that are not attached are ignored. */
export function createLive(deps: LiveDeps) {
  const { clock } = deps;
  const instance = deps.newId();
  let session: LiveSession | undefined;
  let stopClosing: (() => void) | undefined;
  let dropped: Readonly<Record<string, number>> = {};

  const tabs = createTabs({
    clock,
    tabEnded: deps.tabEnded,
    onPausedChange: (tab) => watching.pausedChanged(tab),
    onVisible: (tab) => watching.offer(tab),
    onGone,
  });
  const tokens = createTokenSource({ clock, faces: () => tabs.all().map((tab) => tab.face) });

  const link = createBrokerLink({
    clock,
    random: deps.random,
    openTransport: deps.openTransport,
    instance,
    token: tokens.token,
    expiresAt: tokens.expiresAt,
    log: deps.log,
    onState(state) {
      if (state.name !== 'connected') queue.disconnected();
      watching.devices.setConnected(state.name === 'connected');
      for (const tab of tabs.all()) tab.mailbox.connection(state);
    },
    onConnected({ resumed, renewed }) {
      watching.demands.reconnected(resumed);
      watching.patches.reconnected();
      watching.orders.reconnected(resumed);
      acting.actions.reconnected(resumed);
      rooms.reconnected({ resumed, renewed });
      activeUsers.reconnected(resumed);
      queue.connected({ renewed });
    },
    onMessage: (message) => session && incoming.receive(session, message),
  });

  const queue = createMessageQueue({ clock, link });

  const publisher = createPublisher({
    clock,
    link,
    newId: deps.newId,
    source: instance,
    session: () => session,
    onPatch: (actionId) => acting.actions.ignore(actionId),
  });

  const watching = createWatching({
    clock,
    link,
    publisher,
    session: () => session,
    tab: tabs.get,
    async decode(picture, size) {
      try {
        return await deps.decode(picture, size);
      } catch (error) {
        incoming.drop('picture');
        throw error;
      }
    },
    copy: deps.copy,
    debug: deps.debug,
    onOrders: (orders, before) => acting.onOrders(orders, before),
    onPeopleChange: () => activeUsers.touch(),
  });

  const acting = createActing({
    clock,
    queue,
    session: () => session,
    tab: tabs.get,
    devices: watching.devices,
    tellStopScreenShares,
    log: deps.log,
  });

  const rooms = createRooms({
    clock,
    link,
    queue,
    session: () => session,
    tell: (tabId, change) => tabs.get(tabId)?.mailbox.room(change),
  });

  const activeUsers = createWorkerActiveUsers({
    clock,
    link,
    session: () => session,
    everyone: watching.devices.everyone,
    tell: (tabId, changes) => tabs.get(tabId)?.mailbox.activeUsers(changes),
  });

  const arrivals = createArrivals({ link, session: () => session, tab: tabs.get });

  const feed = createNotificationFeed({
    clock,
    onNotifications(collected) {
      for (const tab of tabs.all()) tab.mailbox.notify(collected);
    },
  });

  const incoming = createIncoming({
    clock,
    source: instance,
    devices: watching.devices,
    demands: watching.demands,
    patches: watching.patches,
    thumbnails: watching.thumbnails,
    orders: watching.orders,
    notifications: feed,
    activeUsers,
    arrivals,
    rooms,
    onStopScreenShares: tellStopScreenShares,
    actions: acting.actions,
    onPing: watching.log.ping,
    onDropped(counts) {
      dropped = counts;
      for (const tab of tabs.all()) tab.mailbox.dropped(counts);
    },
  });

  function tellStopScreenShares(sessionIds: readonly string[]) {
    for (const tab of tabs.all()) tab.mailbox.stopScreenShares(sessionIds);
  }

  function onGone(tab: Tab) {
    watching.endTab(tab);
    rooms.endTab(tab.id);
    activeUsers.unwatch(tab.id);
    arrivals.endTab(tab.id);
    tab.mailbox.close();
    if (tabs.all().length > 0) return;
    stopClosing?.();
    stopClosing = clock.after(TIMING.demandGraceMs, () => void close());
  }

  async function close(): Promise<void> {
    stopClosing?.();
    stopClosing = undefined;
    watching.clear();
    acting.clear();
    activeUsers.clear();
    arrivals.clear();
    rooms.clear();
    queue.clear();
    feed.clear();
    tokens.clear();
    const closing = session;
    session = undefined;
    if (!closing) return;
    await link.close();
  }

  return {
    attach(
      tab: { tabId: string; session: LiveSession; visible: boolean; token?: string },
      post: TabPost,
      face: TabFace,
    ): { version: number } {
      const id = tab.tabId;
      const mailbox = createTabMailbox({
        clock,
        post,
        onReady: () => {
          const self = tabs.get(id);
          if (self) watching.offer(self);
        },
      });
      tabs.add({ id, visible: tab.visible, face, mailbox });
      // Only now: a tab that attaches anew has just been the last one to go.
      stopClosing?.();
      stopClosing = undefined;
      if (tab.token !== undefined) tokens.offer(tab.token);
      if (!session) for (const filter of standingFilters(tab.session)) link.subscribe(filter, 1);
      session = tab.session;
      link.start(tab.session);
      mailbox.connection(link.state());
      return { version: LIVE_WORKER_VERSION };
    },
    acknowledge(tabId: string, seq: number) {
      tabs.get(tabId)?.mailbox.acknowledge(seq);
    },
    detach: (tabId: string) => tabs.remove(tabId),
    knows: (tabId: string) => tabs.get(tabId) !== undefined,
    setVisible(tabId: string, visible: boolean) {
      if (!tabs.get(tabId)) return;
      tabs.setVisible(tabId, visible);
      if (visible) link.hurry();
    },
    setToken(tabId: string, token: string) {
      if (tabs.get(tabId) && tokens.offer(token)) link.renew(token);
    },
    watch: watching.watch,
    rewatch: watching.rewatch,
    unwatch: watching.unwatch,
    look: watching.look,
    repaint: watching.repaint,
    refresh: watching.refresh,
    act: acting.act,
    forgetAction: acting.forgetAction,
    requestStopScreenShares: acting.requestStopScreenShares,
    watchActiveUsers(tabId: string) {
      if (tabs.get(tabId)) activeUsers.watch(tabId);
    },
    unwatchActiveUsers: activeUsers.unwatch,
    watchArrivals(tabId: string, groupId: string) {
      if (tabs.get(tabId)) arrivals.watch(tabId, groupId);
    },
    unwatchArrivals: arrivals.unwatch,
    joinRoom(tabId: string, roomId: string) {
      if (tabs.get(tabId)) rooms.join(tabId, roomId);
    },
    leaveRoom: rooms.leave,
    sendToRoom: (tabId: string, roomId: string, message: RoomSend): Promise<boolean> =>
      tabs.get(tabId) ? rooms.send(roomId, message) : Promise.resolve(false),
    debug: (groupId: string): DebugReport => watching.log.report(groupId, dropped),
    clearDebug: watching.log.clear,
    /** The browser says that there is a network again. Not every browser tells workers. */
    online: link.hurry,
    shutdown: close,
  };
}

const standingFilters = (session: LiveSession) => [
  backchannelFilter(session, session.tutorId),
  lastWillFilter(session),
  notifications(session),
];
