/** The parts of the live worker and their connections. See the diagram in `live.ts`. */

import type { Clock } from '#protocol/clock.ts';
import type { LiveSession } from '#protocol/threads/live-worker.ts';
import { type Actions, createActions } from './actions/actions.ts';
import { createAnswerNotes } from './actions/answer-notes.ts';
import { createKnownClients } from './actions/known-clients.ts';
import { type BrokerLinkDeps, createBrokerLink, type LinkEvents } from './broker/broker-link.ts';
import { createDropCount } from './broker/drop-count.ts';
import { createIncoming, type Incoming } from './broker/incoming.ts';
import { createMessageQueue, type MessageQueue } from './broker/message-queue.ts';
import { createTokenSource } from './broker/token-source.ts';
import { createPublisher } from './demands/publisher.ts';
import { createLineWatch, type LineWatch, type LineWatchDeps } from './line/line-watch.ts';
import { createPeople, type People } from './people/people.ts';
import { createNotificationFeed } from './tabs/notification-feed.ts';
import type { Tabs } from './tabs/tabs.ts';
import type { ThumbnailsDeps } from './thumbnails/thumbnails.ts';
import { createFeeds, type Feeds } from './watches/feeds.ts';
import { createWatching } from './watches/watching.ts';

export type LivePartsDeps = Pick<BrokerLinkDeps, 'random' | 'openTransport'> &
  Pick<ThumbnailsDeps, 'decode' | 'copy'> & {
    clock: Clock;
    newId(): string;
    /** Id of this run of the worker; identifies this one of the tutor's browsers. */
    instance: string;
    session(): LiveSession | undefined;
    tabs: Tabs;
    log(text: string): void;
    /** Logs details that matter only for troubleshooting. */
    debug(text: string): void;
  };

export function createLiveParts(deps: LivePartsDeps) {
  const { clock, instance, session, tabs, log } = deps;
  const tab = tabs.get;

  const { drops, tokens, link, queue, publisher } = createBrokerSide(deps);

  const feeds = createFeeds({
    clock,
    link,
    publisher,
    session,
    decode: deps.decode,
    copy: deps.copy,
    debug: deps.debug,
    onUndecodable: () => drops.count('picture'),
    onOrders: (change) => notes.noteOrders(change),
    onPeopleChange: () => activeUsers.touch(),
  });
  const { devices, demands, patches, thumbnails, orders } = feeds;
  const watching = createWatching({ clock, link, session, tab, feeds });

  const line = watchLine(tabs, {
    clock,
    ping: link.ping,
    hasPictures: demands.hasPictures,
    onPace: demands.setPace,
  });
  const notes = createAnswerNotes({ devices });
  const clients = createKnownClients(devices);
  const { isPatch } = publisher;
  const actions = createActions({ clock, queue, session, clients, tab, notes, isPatch, log });
  const people = createPeople({ clock, link, queue, session, tabs, devices, log });
  const { activeUsers, arrivals, rooms, stopRequests } = people;
  const notifications = collectNotifications(deps);
  const incoming = createIncoming({
    clock,
    session,
    source: instance,
    drops,
    devices,
    demands,
    patches,
    thumbnails,
    orders,
    notifications,
    activeUsers,
    arrivals,
    rooms,
    actions,
    onStopScreenShares: stopRequests.notify,
    log: feeds.log,
  });

  const linkEvents = createLinkEvents({ feeds, people, tabs, queue, line, actions, incoming });

  const all = [
    line,
    watching,
    actions,
    notes,
    activeUsers,
    arrivals,
    rooms,
    queue,
    publisher,
    notifications,
    tokens,
  ];

  return {
    link,
    linkEvents,
    line,
    tokens,
    watching,
    actions,
    stopRequests,
    rooms,
    activeUsers,
    arrivals,
    debugReport: (place: string, clientIds?: readonly string[]) =>
      feeds.debugReport(place, { dropped: drops.counts(), clientIds }),
    clearDebug: feeds.log.clear,
    endTab(tabId: string) {
      people.endTab(tabId);
      line.setSharing(tabId, false);
    },
    /** Resets everything, as if no tab had ever been attached. */
    clear() {
      for (const part of all) part.clear();
    },
  };
}

/** The parts that connect to the broker and send messages. */
function createBrokerSide(deps: LivePartsDeps) {
  const { clock, instance, session, tabs } = deps;
  const drops = createDropCount((counts) => {
    for (const { mailbox } of tabs.all()) mailbox.dropped(counts);
  });
  const tokens = createTokenSource({ clock, faces: () => tabs.all().map(({ face }) => face) });
  const link = createBrokerLink({ ...deps, token: tokens.token, expiresAt: tokens.expiresAt });
  const queue = createMessageQueue({ clock });
  const publisher = createPublisher({ clock, link, newId: deps.newId, source: instance, session });
  return { drops, tokens, link, queue, publisher };
}

/** Measures the line, and notifies every tab of its state. */
const watchLine = (tabs: Tabs, deps: Omit<LineWatchDeps, 'onState'>) =>
  createLineWatch({
    ...deps,
    onState(state) {
      for (const { mailbox } of tabs.all()) mailbox.line(state);
    },
  });

const collectNotifications = ({ clock, tabs }: LivePartsDeps) =>
  createNotificationFeed({
    clock,
    onNotifications(collected) {
      for (const { mailbox } of tabs.all()) mailbox.notify(collected);
    },
  });

type LinkListeners = {
  feeds: Feeds;
  people: People;
  tabs: Tabs;
  queue: MessageQueue;
  line: LineWatch;
  actions: Actions;
  incoming: Incoming;
};

/** Dispatches the link's events to the parts; passed to the link with each start. */
function createLinkEvents(to: LinkListeners): LinkEvents {
  const { feeds, people, tabs, queue, line, actions, incoming } = to;
  const { devices, demands, patches, orders } = feeds;
  const { rooms, activeUsers } = people;
  return {
    onState(state) {
      if (state.name !== 'connected') queue.disconnected();
      devices.setConnected(state.name === 'connected');
      if (state.name !== 'connected') line.disconnected();
      for (const { mailbox } of tabs.all()) mailbox.connection(state);
    },
    onConnected({ transport, resumed, renewed }) {
      demands.reconnected(resumed);
      patches.reconnected();
      orders.reconnected(resumed);
      actions.reconnected(resumed);
      rooms.reconnected({ resumed, renewed });
      activeUsers.reconnected(resumed);
      queue.connected(transport, { renewed });
      line.connected();
    },
    onMessage: incoming.receive,
    onRoundTrip: line.roundTrip,
  };
}
