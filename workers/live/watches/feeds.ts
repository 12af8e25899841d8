/** Connects the demands and reports of watched places with the watches that use them. */
import type { Clock } from '#protocol/clock.ts';
import type { LiveSession } from '#protocol/threads/live-worker.ts';
import type { BrokerLink } from '../broker/broker-link.ts';
import { createDemands } from '../demands/demands.ts';
import { createPatches } from '../demands/patches.ts';
import type { Publisher } from '../demands/publisher.ts';
import { type AskedReport, createDebugLog } from '../devices/debug-log.ts';
import { createDevices } from '../devices/devices.ts';
import { createThumbnails, type ThumbnailsDeps } from '../thumbnails/thumbnails.ts';
import { createGroupOrders, type OrdersChange } from './group-orders.ts';
import { createWatches } from './watches.ts';

export type FeedsDeps = Omit<ThumbnailsDeps, 'viewers' | 'onUndecodable'> & {
  /** A device sent bytes as a picture that are none. */
  onUndecodable(): void;
  clock: Clock;
  link: Pick<BrokerLink, 'state' | 'subscribe' | 'unsubscribe'>;
  publisher: Publisher;
  session(): LiveSession | undefined;
  debug(text: string): void;
  /** The orders of a group have changed. */
  onOrders(change: OrdersChange): void;
  /** A device has arrived, left, changed its user or sent its info. */
  onPeopleChange(): void;
};

export type Feeds = ReturnType<typeof createFeeds>;

export function createFeeds(deps: FeedsDeps) {
  const { clock, link, publisher, session } = deps;
  const watches = createWatches({ client: (place, clientId) => devices.get(place, clientId) });
  const log = createDebugLog({ clock });

  const thumbnails = createThumbnails({
    ...deps,
    viewers: watches.ofPlace,
    onUndecodable(place, clientId) {
      log.dropped(place, clientId, 'picture');
      deps.onUndecodable();
    },
  });

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
    onLook: log.looked,
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
    onUnidentifiedDevice: (place, device, isRepeated) =>
      isRepeated ? demands.restartTo(place, device) : demands.repeatTo(place, device),
    onSilent: demands.repeatToMany,
    onAbsent: demands.refresh,
    onQuiet: (place) => deps.debug(`nothing has come from ${place} for 15 s`),
  });

  const orders = createGroupOrders({
    clock,
    link,
    session,
    viewersOf: watches.ofPlace,
    onChange: deps.onOrders,
  });

  const isLookedAt = (place: string) =>
    [...watches.ofPlace(place)].some(
      (watch) => watch.isActive() && watch.request.feeds.includes('thumbnails'),
    );

  return {
    watches,
    log,
    debugReport: (place: string, asked: Pick<AskedReport, 'dropped' | 'clientIds'>) =>
      log.report(place, { ...asked, isLookedAt: isLookedAt(place) }),
    devices,
    demands,
    patches,
    thumbnails,
    orders,
    begin(place: string) {
      devices.open(place);
      orders.begin(place);
    },
    end(place: string) {
      devices.close(place);
      thumbnails.forgetPlace(place);
      patches.forgetPlace(place);
      orders.end(place);
    },
    clear() {
      orders.clear();
      demands.clear();
      patches.clear();
      devices.stop();
    },
  };
}
