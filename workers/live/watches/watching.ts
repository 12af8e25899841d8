/** The lifecycle of watches: they start, change, pause while a tab is hidden, and end. */
import { TIMING } from '#domain/timing.ts';
import type { Clock } from '#protocol/clock.ts';
import type { LiveSession, WatchRequest, WatchView } from '#protocol/threads/live-worker.ts';
import { groupFeedbackFilter } from '#protocol/topics.ts';
import type { BrokerLink } from '../broker/broker-link.ts';
import { createInterest } from '../interest.ts';
import type { Tab } from '../tabs/tabs.ts';
import type { Feeds } from './feeds.ts';
import { isClientPlace, placeOf } from './place.ts';
import type { Watch } from './watches.ts';

export type WatchingDeps = {
  clock: Clock;
  link: Pick<BrokerLink, 'subscribe' | 'unsubscribe'>;
  session(): LiveSession | undefined;
  tab(tabId: string): Tab | undefined;
  feeds: Feeds;
};

export function createWatching({ clock, link, session, tab: tabOf, feeds }: WatchingDeps) {
  const { watches, devices, demands, patches, thumbnails, orders } = feeds;
  const releases = new Map<Watch, () => void>();

  const places = createInterest({
    clock,
    graceMs: TIMING.demandGraceMs,
    begin(place) {
      setSubscribed(place, true);
      feeds.begin(place);
    },
    end(place) {
      setSubscribed(place, false);
      feeds.end(place);
    },
  });

  function listen(place: string) {
    const all = [...watches.ofPlace(place)];
    // In the grace time after the last watch, devices still report.
    const isActive = all.some((watch) => watch.isActive());
    devices.setListening(place, all.length === 0 || isActive);
    if (all.length > 0) setSubscribed(place, isActive);
    patches.touch(place);
  }

  /** Unsubscribes a place while its tabs are paused, because other tutors' feedback would still arrive. */
  function setSubscribed(place: string, isSubscribed: boolean) {
    const at = session();
    // The backchannel, where single clients answer, is always subscribed.
    if (!at || isClientPlace(place)) return;
    if (isSubscribed) link.subscribe(groupFeedbackFilter(at, place), 0);
    else link.unsubscribe(groupFeedbackFilter(at, place));
  }

  function add(tab: Tab, watchId: string, request: WatchRequest) {
    const watch = watches.add(tab, watchId, request);
    releases.set(watch, places.hold(watch.place));
    if (watch.isActive()) demands.hold(watch.key, request);
    listen(watch.place);
    sendAll(feeds, watch);
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
    /** Offers a tab every picture that it does not have yet. */
    offer(tab: Tab) {
      for (const watch of watches.ofTab(tab)) thumbnails.offer(watch);
    },
    pausedChanged(tab: Tab) {
      for (const watch of watches.ofTab(tab)) {
        if (watch.request.keptWhenHidden !== undefined) continue;
        if (tab.paused) demands.release(watch.key, 'now');
        else demands.hold(watch.key, watch.request);
        if (!tab.paused) catchUp(feeds, watch);
        listen(watch.place);
      }
    },
    endTab(tab: Tab) {
      for (const watch of watches.ofTab(tab)) remove(watch);
    },
    clear() {
      for (const watch of [...releases.keys()]) remove(watch);
      places.clear();
      feeds.clear();
    },
    watch(tabId: string, watchId: string, request: WatchRequest) {
      const tab = tabOf(tabId);
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
      if (!wasActive && watch.isActive()) catchUp(feeds, watch);
      listen(watch.place);
    },
    unwatch(tabId: string, watchId: string) {
      const watch = watches.get(tabId, watchId);
      if (watch) remove(watch);
    },
    look(tabId: string, watchId: string, view: WatchView) {
      const watch = watches.get(tabId, watchId);
      if (watch) look(feeds, watch, view);
    },
    repaint(tabId: string, watchId: string, clientIds: readonly string[]) {
      const watch = watches.get(tabId, watchId);
      if (!watch) return;
      for (const clientId of clientIds) thumbnails.forgetShown(watch, clientId);
      thumbnails.offer(watch);
    },
    refresh(tabId: string, watchId: string) {
      const watch = watches.get(tabId, watchId);
      if (watch) refresh(feeds, watch.place);
    },
    restart(tabId: string, watchId: string) {
      const watch = watches.get(tabId, watchId);
      if (!watch?.isActive()) return;
      setSubscribed(watch.place, false);
      setSubscribed(watch.place, true);
      refresh(feeds, watch.place);
    },
  };
}

function sendAll({ devices }: Feeds, { id, tab, place }: Watch) {
  for (const client of devices.list(place)) tab.mailbox.change(id, { ...client });
}

/** Sends a tab everything that it has missed while it was paused. */
function catchUp(feeds: Feeds, watch: Watch) {
  for (const clientId of watch.missed) watch.tab.mailbox.remove(watch.id, clientId);
  watch.missed.clear();
  sendAll(feeds, watch);
}

function look({ thumbnails, patches }: Feeds, watch: Watch, view: WatchView) {
  // A card that leaves the view may lose its canvas, so its picture counts as new when it returns.
  for (const clientId of watch.view?.visible ?? []) {
    if (!view.visible.includes(clientId)) thumbnails.forgetShown(watch, clientId);
  }
  watch.view = view;
  thumbnails.offer(watch);
  patches.touch(watch.place);
}

function refresh({ demands, devices }: Feeds, place: string) {
  demands.refresh(place);
  // Devices without info may answer only demands that are new to them.
  for (const { clientId, userId, authType, info } of devices.list(place)) {
    if (!info) demands.restartTo(place, { clientId, userId, authType });
  }
}
