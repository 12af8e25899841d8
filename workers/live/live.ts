/** Composes the live worker: what the tabs want on one side, what the broker says on the other. */
import { TIMING } from '#domain/timing.ts';
import {
  LIVE_WORKER_VERSION,
  type LiveBatch,
  type LiveSession,
  type TabFace,
  type WatchRequest,
  type WatchView,
} from '#protocol/live-worker.ts';
import { backchannelFilter, groupFeedbackFilter, lastWillFilter, notifications } from '#protocol/topics.ts';
import type { Clock } from './clock.ts';
import { createDemands } from './demands.ts';
import { createDevices } from './devices.ts';
import { createIncoming } from './incoming.ts';
import { createInterest } from './interest.ts';
import { createMqttLink } from './mqtt-link.ts';
import type { OpenTransport } from './mqtt-transport.ts';
import { createNotificationFeed } from './notification-feed.ts';
import { createOutbox } from './outbox.ts';
import { createPatches } from './patches.ts';
import { createPublisher } from './publisher.ts';
import { createTabs, type Tab } from './tabs.ts';
import { createThumbnails, type Picture, type Size } from './thumbnails.ts';
import { createTokenSource } from './token-source.ts';
import { createWatches, type Watch } from './watches.ts';

export type LiveDeps = {
  clock: Clock;
  random(): number;
  newId(): string;
  openTransport: OpenTransport;
  tabEnded(tabId: string, signal: AbortSignal): Promise<void>;
  decode(picture: Picture, size: Size | undefined): Promise<ImageBitmap>;
  copy(bitmap: ImageBitmap): Promise<ImageBitmap>;
  log(text: string): void;
};

export type TabPost = (batch: LiveBatch, transfer: ImageBitmap[]) => void;

/** What `main.ts` offers to tabs as `LiveWorker`; `tabId`s that are not attached are ignored. */
export function createLive(deps: LiveDeps) {
  const { clock } = deps;
  const instance = deps.newId();
  let session: LiveSession | undefined;
  let stopClosing: (() => void) | undefined;
  const releases = new Map<Watch, () => void>();

  const watches = createWatches();
  const tabs = createTabs({ clock, tabEnded: deps.tabEnded, onPausedChange, onVisible: offerAll, onGone });
  const tokens = createTokenSource({ clock, faces: () => tabs.all().map((tab) => tab.face) });

  const link = createMqttLink({
    clock,
    random: deps.random,
    openTransport: deps.openTransport,
    instance,
    token: tokens.token,
    log: deps.log,
    onState(state) {
      devices.setConnected(state.name === 'connected');
      for (const tab of tabs.all()) tab.outbox.connection(state);
    },
    onConnected: (resumed) => demands.reconnected(resumed),
    onMessage: (message) => session && receive(session, message),
  });

  const publisher = createPublisher({
    clock,
    link,
    newId: deps.newId,
    source: instance,
    session: () => session,
  });

  const demands = createDemands({
    clock,
    publish: publisher.demand,
    onThumbnailsDemand: (groupId, fresh) => (fresh ? patches.doubt(groupId) : patches.touch(groupId)),
  });

  const patches = createPatches({
    clock,
    views: (groupId) => [...watches.ofGroup(groupId)].filter((watch) => watch.isActive()),
    clients: (groupId) => devices.list(groupId),
    demandedQuality: demands.quality,
    publish: publisher.patch,
  });

  const devices = createDevices({
    clock,
    onChange(groupId, change) {
      for (const watch of watches.ofGroup(groupId)) watch.tab.outbox.change(watch.id, change);
      // A new device is not in view yet, or its displays are known only now.
      if (change.info) patches.touch(groupId);
    },
    onRemoved(groupId, clientId) {
      for (const watch of watches.ofGroup(groupId)) watch.tab.outbox.remove(watch.id, clientId);
      thumbnails.forgetClient(groupId, clientId);
      patches.doubt(groupId, clientId);
    },
    onStranger: demands.repeatTo,
    onSilent: demands.repeatToMany,
  });

  const thumbnails = createThumbnails<Watch>({
    viewers: watches.ofGroup,
    decode: deps.decode,
    copy: deps.copy,
    onFrame(watch, clientId, picture, bitmap) {
      const { display, at, receivedAt } = picture;
      if (releases.has(watch)) {
        watch.tab.outbox.frame({ watchId: watch.id, clientId, display, bitmap, at, receivedAt });
      } else bitmap.close();
    },
    onUndecodable: (watch, clientId) => watch.tab.outbox.undecodable(watch.id, clientId),
  });

  const feed = createNotificationFeed({
    clock,
    onNotifications(collected) {
      for (const tab of tabs.all()) tab.outbox.notify(collected);
    },
  });

  const receive = createIncoming({
    clock,
    source: instance,
    devices,
    demands,
    patches,
    thumbnails,
    notifications: feed,
    onDropped(counts) {
      for (const tab of tabs.all()) tab.outbox.dropped(counts);
    },
  });

  const groups = createInterest({
    clock,
    graceMs: TIMING.demandGraceMs,
    begin(groupId) {
      devices.open(groupId);
      if (session) link.subscribe(groupFeedbackFilter(session, groupId), 0);
    },
    end(groupId) {
      devices.close(groupId);
      thumbnails.forgetGroup(groupId);
      patches.forgetGroup(groupId);
      if (session) link.unsubscribe(groupFeedbackFilter(session, groupId));
    },
  });

  function onPausedChange(tab: Tab) {
    for (const watch of watches.ofTab(tab)) {
      if (watch.request.keepWhenHidden) continue;
      if (tab.paused) demands.release(watch.key, 'now');
      else demands.hold(watch.key, watch.request);
      listen(watch.groupId);
    }
  }

  function listen(groupId: string) {
    const all = [...watches.ofGroup(groupId)];
    // In the grace after the last watch the devices still report.
    devices.setListening(groupId, all.length === 0 || all.some((watch) => watch.isActive()));
    patches.touch(groupId);
  }

  function offerAll(tab: Tab) {
    for (const watch of watches.ofTab(tab)) thumbnails.offer(watch);
  }

  function onGone(tab: Tab) {
    for (const watch of watches.ofTab(tab)) removeWatch(watch);
    tab.outbox.close();
    if (tabs.all().length > 0) return;
    stopClosing?.();
    stopClosing = clock.after(TIMING.demandGraceMs, () => void close());
  }

  async function close(): Promise<void> {
    stopClosing?.();
    stopClosing = undefined;
    for (const watch of [...releases.keys()]) removeWatch(watch);
    groups.clear();
    demands.clear();
    patches.clear();
    feed.clear();
    tokens.clear();
    const closing = session;
    session = undefined;
    if (!closing) return;
    await link.close();
  }

  function addWatch(tab: Tab, watchId: string, request: WatchRequest) {
    const watch = watches.add(tab, watchId, request);
    releases.set(watch, groups.hold(request.groupId));
    if (watch.isActive()) demands.hold(watch.key, request);
    listen(request.groupId);
    for (const client of devices.list(request.groupId)) tab.outbox.change(watchId, { ...client });
  }

  function removeWatch(watch: Watch) {
    releases.get(watch)?.();
    releases.delete(watch);
    watches.remove(watch);
    watch.tab.outbox.forgetWatch(watch.id);
    demands.release(watch.key, 'after-grace');
    listen(watch.groupId);
  }

  return {
    attach(
      tab: { tabId: string; session: LiveSession; visible: boolean; token?: string },
      post: TabPost,
      face: TabFace,
    ): { version: number } {
      stopClosing?.();
      stopClosing = undefined;
      const id = tab.tabId;
      const outbox = createOutbox({
        clock,
        post,
        onReady: () => {
          const self = tabs.get(id);
          if (self) offerAll(self);
        },
      });
      tabs.add({ id, visible: tab.visible, face, outbox });
      if (tab.token !== undefined) tokens.offer(tab.token);
      if (!session) for (const filter of standingFilters(tab.session)) link.subscribe(filter, 1);
      session = tab.session;
      link.start(tab.session);
      outbox.connection(link.state());
      return { version: LIVE_WORKER_VERSION };
    },
    acknowledge(tabId: string, seq: number) {
      tabs.get(tabId)?.outbox.acknowledge(seq);
    },
    detach: (tabId: string) => tabs.remove(tabId),
    knows: (tabId: string) => tabs.get(tabId) !== undefined,
    setVisible: (tabId: string, visible: boolean) => tabs.setVisible(tabId, visible),
    setToken(tabId: string, token: string) {
      if (tabs.get(tabId) && tokens.offer(token)) link.renew(token);
    },
    watch(tabId: string, watchId: string, request: WatchRequest) {
      const tab = tabs.get(tabId);
      const before = watches.get(tabId, watchId);
      if (before) removeWatch(before);
      if (tab) addWatch(tab, watchId, request);
    },
    rewatch(tabId: string, watchId: string, request: WatchRequest) {
      const watch = watches.get(tabId, watchId);
      if (!watch || watch.groupId !== request.groupId) return;
      watch.request = request;
      if (watch.isActive()) demands.hold(watch.key, request);
      else demands.release(watch.key, 'now');
      listen(watch.groupId);
    },
    unwatch(tabId: string, watchId: string) {
      const watch = watches.get(tabId, watchId);
      if (watch) removeWatch(watch);
    },
    look(tabId: string, watchId: string, view: WatchView) {
      const watch = watches.get(tabId, watchId);
      if (!watch) return;
      // Whoever leaves the view may lose its canvas: its picture counts as new when it comes back.
      for (const clientId of watch.view?.visible ?? []) {
        if (!view.visible.includes(clientId)) thumbnails.forgetShown(watch, clientId);
      }
      watch.view = view;
      thumbnails.offer(watch);
      patches.touch(watch.groupId);
    },
    repaint(tabId: string, watchId: string, clientIds: readonly string[]) {
      const watch = watches.get(tabId, watchId);
      if (!watch) return;
      for (const clientId of clientIds) thumbnails.forgetShown(watch, clientId);
      thumbnails.offer(watch);
    },
    refresh(tabId: string, watchId: string) {
      const watch = watches.get(tabId, watchId);
      if (watch) demands.refresh(watch.groupId);
    },
    shutdown: close,
  };
}

const standingFilters = (session: LiveSession) => [
  backchannelFilter(session, session.tutorId),
  lastWillFilter(session),
  notifications(session),
];
