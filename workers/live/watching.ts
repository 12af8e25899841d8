/** What the tabs look at: their watches, the demands and patches that follow, and the devices' answers to them. */
import { TIMING } from '#domain/timing.ts';
import type { LiveSession, WatchRequest, WatchView } from '#protocol/live-worker.ts';
import { groupFeedbackFilter } from '#protocol/topics.ts';
import type { Clock } from './clock.ts';
import { createDebugLog } from './debug-log.ts';
import { createDemands } from './demands.ts';
import { createDevices } from './devices.ts';
import { createInterest } from './interest.ts';
import type { MqttLink } from './mqtt-link.ts';
import { createPatches } from './patches.ts';
import { isClientPlace, placeOf } from './place.ts';
import type { Publisher } from './publisher.ts';
import type { Tab } from './tabs.ts';
import { createThumbnails, type Picture, type Size } from './thumbnails.ts';
import { createWatches, type Watch } from './watches.ts';

export type WatchingDeps = {
  clock: Clock;
  link: Pick<MqttLink, 'subscribe' | 'unsubscribe'>;
  publisher: Publisher;
  session(): LiveSession | undefined;
  tab(tabId: string): Tab | undefined;
  decode(picture: Picture, size: Size | undefined): Promise<ImageBitmap>;
  copy(bitmap: ImageBitmap): Promise<ImageBitmap>;
  debug(text: string): void;
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
      for (const watch of watches.ofPlace(place)) watch.tab.outbox.change(watch.id, change);
      if (change.info || change.userId !== undefined || change.isOffline !== undefined) deps.onPeopleChange();
      if (!change.info) return;
      // A new device is not in view yet, or its displays are known only now.
      patches.touch(place);
      thumbnails.keepDisplays(place, change.clientId, change.info.displays);
    },
    onRemoved(place, clientId) {
      for (const watch of watches.ofPlace(place)) watch.tab.outbox.remove(watch.id, clientId);
      thumbnails.forgetClient(place, clientId);
      patches.doubt(place, clientId);
      deps.onPeopleChange();
    },
    onStranger: demands.repeatTo,
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
        watch.tab.outbox.frame({ watchId: watch.id, clientId, display, bitmap, at, receivedAt });
      } else bitmap.close();
    },
    onUndecodable: (watch, clientId) => watch.tab.outbox.undecodable(watch.id, clientId),
  });

  const places = createInterest({
    clock,
    graceMs: TIMING.demandGraceMs,
    begin(place) {
      devices.open(place);
      const at = session();
      // The backchannel, where single clients answer, is always subscribed.
      if (at && !isClientPlace(place)) link.subscribe(groupFeedbackFilter(at, place), 0);
    },
    end(place) {
      devices.close(place);
      thumbnails.forgetPlace(place);
      patches.forgetPlace(place);
      const at = session();
      if (at && !isClientPlace(place)) link.unsubscribe(groupFeedbackFilter(at, place));
    },
  });

  function listen(place: string) {
    const all = [...watches.ofPlace(place)];
    // In the grace after the last watch the devices still report.
    devices.setListening(place, all.length === 0 || all.some((watch) => watch.isActive()));
    patches.touch(place);
  }

  function add(tab: Tab, watchId: string, request: WatchRequest) {
    const watch = watches.add(tab, watchId, request);
    releases.set(watch, places.hold(watch.place));
    if (watch.isActive()) demands.hold(watch.key, request);
    listen(watch.place);
    for (const client of devices.list(watch.place)) tab.outbox.change(watchId, { ...client });
  }

  function remove(watch: Watch) {
    releases.get(watch)?.();
    releases.delete(watch);
    watches.remove(watch);
    watch.tab.outbox.forgetWatch(watch.id);
    demands.release(watch.key, 'after-grace');
    listen(watch.place);
  }

  return {
    log,
    devices,
    demands,
    patches,
    thumbnails,
    /** Offers a tab every picture that it has not got. */
    offer(tab: Tab) {
      for (const watch of watches.ofTab(tab)) thumbnails.offer(watch);
    },
    pausedChanged(tab: Tab) {
      for (const watch of watches.ofTab(tab)) {
        if (watch.request.keepWhenHidden) continue;
        if (tab.paused) demands.release(watch.key, 'now');
        else demands.hold(watch.key, watch.request);
        listen(watch.place);
      }
    },
    endTab(tab: Tab) {
      for (const watch of watches.ofTab(tab)) remove(watch);
    },
    clear() {
      for (const watch of [...releases.keys()]) remove(watch);
      places.clear();
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
      watch.request = request;
      if (watch.isActive()) demands.hold(watch.key, request);
      else demands.release(watch.key, 'now');
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
      if (watch) demands.refresh(watch.place);
    },
  };
}
