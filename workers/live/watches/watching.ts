/** What the tabs look at: their watches, the demands and patches that follow, and the devices' answers to them. */
import { TIMING } from '#domain/timing.ts';
import type { GroupOrder } from '#protocol/class-orders.ts';
import type { LiveSession, WatchRequest, WatchView } from '#protocol/threads/live-worker.ts';
import { groupFeedbackFilter } from '#protocol/topics.ts';
import type { BrokerLink } from '../broker/broker-link.ts';
import type { Clock } from '../clock.ts';
import { createDemands } from '../demands/demands.ts';
import { createPatches } from '../demands/patches.ts';
import type { Publisher } from '../demands/publisher.ts';
import { createDebugLog } from '../devices/debug-log.ts';
import { createDevices } from '../devices/devices.ts';
import { createInterest } from '../interest.ts';
import type { Tab } from '../tabs/tabs.ts';
import { createThumbnails, type Picture, type Size } from '../thumbnails/thumbnails.ts';
import { createGroupOrders } from './group-orders.ts';
import { isClientPlace, placeOf } from './place.ts';
import { createWatches, type Watch } from './watches.ts';

export type WatchingDeps = {
  clock: Clock;
  link: Pick<BrokerLink, 'subscribe' | 'unsubscribe'>;
  publisher: Publisher;
  session(): LiveSession | undefined;
  tab(tabId: string): Tab | undefined;
  decode(picture: Picture, size: Size | undefined): Promise<ImageBitmap>;
  copy(bitmap: ImageBitmap): Promise<ImageBitmap>;
  debug(text: string): void;
  /** What holds for a group has changed. */
  onOrders(orders: readonly GroupOrder[], before: readonly GroupOrder[]): void;
  /** Who is where, online, or who it is has changed. */
  onPeopleChange(): void;
};

export function createWatching(deps: WatchingDeps) {
  const { clock, link, publisher, session } = deps;
  const releases = new Map<Watch, () => void>();
  const watches = createWatches({ client: (place, clientId) => devices.get(place, clientId) });
  const log = createDebugLog({ clock });

  const demands = createDemands({
    clock,
    async publish(target, demand, of) {
      const outcome = await publisher.demand(target, demand, of);
      if (outcome === 'sent') log.demandSent(target, demand, of);
      return outcome;
    },
    onThumbnailsDemand: (place, fresh) => (fresh ? patches.doubt(place) : patches.touch(place)),
  });

  const patches = createPatches({
    clock,
    views: (place) => [...watches.ofPlace(place)].filter((watch) => watch.isActive()),
    clients: (place) => devices.list(place),
    demandedQuality: demands.quality,
    publish: publisher.patch,
  });

  const devices = createDevices({
    clock,
    log,
    onChange(place, change) {
      for (const watch of watches.ofPlace(place)) {
        if (watch.isActive()) watch.tab.mailbox.change(watch.id, change);
      }
      if (change.info || change.userId !== undefined || change.isOffline !== undefined) deps.onPeopleChange();
      if (!change.info) return;
      // A new device is not in view yet, or its displays are known only now.
      patches.touch(place);
      thumbnails.keepDisplays(place, change.clientId, change.info.displays);
    },
    onRemoved(place, clientId) {
      for (const watch of watches.ofPlace(place)) {
        if (watch.isActive()) watch.tab.mailbox.remove(watch.id, clientId);
        else watch.missed.add(clientId);
      }
      thumbnails.forgetClient(place, clientId);
      patches.doubt(place, clientId);
      deps.onPeopleChange();
    },
    onStranger: (place, device, isAskedAgain) =>
      isAskedAgain ? demands.askAnew(place, device) : demands.repeatTo(place, device),
    onSilent: demands.repeatToMany,
    onNobody: demands.refresh,
    onQuiet: (place) => deps.debug(`nothing has come from ${place} for 15 s`),
  });

  const thumbnails = createThumbnails<Watch>({
    viewers: watches.ofPlace,
    decode: deps.decode,
    copy: deps.copy,
    onFrame(watch, clientId, picture, bitmap) {
      const { display, at, receivedAt } = picture;
      if (releases.has(watch)) {
        watch.tab.mailbox.frame({ watchId: watch.id, clientId, display, bitmap, at, receivedAt });
      } else bitmap.close();
    },
    onUndecodable: (watch, clientId) => watch.tab.mailbox.undecodable(watch.id, clientId),
  });

  const orders = createGroupOrders({
    ...{ clock, link, session },
    viewersOf: watches.ofPlace,
    onChange: deps.onOrders,
  });

  const places = createInterest({
    clock,
    graceMs: TIMING.demandGraceMs,
    begin(place) {
      devices.open(place);
      setSubscribed(place, true);
      orders.begin(place);
    },
    end(place) {
      devices.close(place);
      thumbnails.forgetPlace(place);
      patches.forgetPlace(place);
      setSubscribed(place, false);
      orders.end(place);
    },
  });

  function listen(place: string) {
    const all = [...watches.ofPlace(place)];
    // In the grace after the last watch the devices still report.
    const isActive = all.some((watch) => watch.isActive());
    devices.setListening(place, all.length === 0 || isActive);
    if (all.length > 0) setSubscribed(place, isActive);
    patches.touch(place);
  }

  /** What others watch comes to everybody who is subscribed: a tab that rests is not. */
  function setSubscribed(place: string, isSubscribed: boolean) {
    const at = session();
    // The backchannel, where single clients answer, is always subscribed.
    if (!at || isClientPlace(place)) return;
    if (isSubscribed) link.subscribe(groupFeedbackFilter(at, place), 0);
    else link.unsubscribe(groupFeedbackFilter(at, place));
  }

  /** All that a tab has not been told while it rested. */
  function catchUp(watch: Watch) {
    const { id, tab, missed, place } = watch;
    for (const clientId of missed) tab.mailbox.remove(id, clientId);
    missed.clear();
    for (const client of devices.list(place)) tab.mailbox.change(id, { ...client });
  }

  function add(tab: Tab, watchId: string, request: WatchRequest) {
    const watch = watches.add(tab, watchId, request);
    releases.set(watch, places.hold(watch.place));
    if (watch.isActive()) demands.hold(watch.key, request);
    listen(watch.place);
    for (const client of devices.list(watch.place)) tab.mailbox.change(watchId, { ...client });
    orders.offer(watch);
  }

  function remove(watch: Watch) {
    releases.get(watch)?.();
    releases.delete(watch);
    watches.remove(watch);
    watch.tab.mailbox.forgetWatch(watch.id);
    demands.release(watch.key, 'after-grace');
    listen(watch.place);
  }

  return {
    log,
    devices,
    demands,
    patches,
    thumbnails,
    orders,
    /** Offers a tab every picture that it has not got. */
    offer(tab: Tab) {
      for (const watch of watches.ofTab(tab)) thumbnails.offer(watch);
    },
    pausedChanged(tab: Tab) {
      for (const watch of watches.ofTab(tab)) {
        if (watch.request.keepWhenHidden) continue;
        if (tab.paused) demands.release(watch.key, 'now');
        else demands.hold(watch.key, watch.request);
        if (!tab.paused) catchUp(watch);
        listen(watch.place);
      }
    },
    endTab(tab: Tab) {
      for (const watch of watches.ofTab(tab)) remove(watch);
    },
    clear() {
      for (const watch of [...releases.keys()]) remove(watch);
      places.clear();
      orders.clear();
      demands.clear();
      patches.clear();
      devices.stop();
    },
    watch(tabId: string, watchId: string, request: WatchRequest) {
      const tab = deps.tab(tabId);
      const before = watches.get(tabId, watchId);
      if (before) remove(before);
      if (tab) add(tab, watchId, request);
    },
    rewatch(tabId: string, watchId: string, request: WatchRequest) {
      const watch = watches.get(tabId, watchId);
      if (!watch || watch.place !== placeOf(request.of)) return;
      const wasActive = watch.isActive();
      watch.request = request;
      if (watch.isActive()) demands.hold(watch.key, request);
      else demands.release(watch.key, 'now');
      if (!wasActive && watch.isActive()) catchUp(watch);
      listen(watch.place);
    },
    unwatch(tabId: string, watchId: string) {
      const watch = watches.get(tabId, watchId);
      if (watch) remove(watch);
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
      patches.touch(watch.place);
    },
    repaint(tabId: string, watchId: string, clientIds: readonly string[]) {
      const watch = watches.get(tabId, watchId);
      if (!watch) return;
      for (const clientId of clientIds) thumbnails.forgetShown(watch, clientId);
      thumbnails.offer(watch);
    },
    refresh(tabId: string, watchId: string) {
      const watch = watches.get(tabId, watchId);
      if (!watch) return;
      demands.refresh(watch.place);
      // Those who have not said who they are may answer only what is new to them.
      for (const { clientId, userId, authType, info } of devices.list(watch.place)) {
        if (!info) demands.askAnew(watch.place, { clientId, userId, authType });
      }
    },
  };
}
