/**
 * The live worker: the calls of all tabs on one side, the broker's messages on the other.
 *
 *                        broker
 *            data │                 ▲ calls
 *                 ▼                 │
 *     broker/mqtt-transport   one connection, reopened by broker/broker-link
 *                 │                 ▲        ▲
 *                 ▼                 │        └── broker/message-queue: guaranteed delivery
 *     broker/incoming ── live-message: parses, validates and drops
 *        │      │     │             ▲        ▲
 *        │      │     └─ answers ─▶ actions/ ┘   plan, send, repeat, collect
 *        │      └─ reports ─▶ devices/           one record for each client
 *        └─ pictures ─▶ thumbnails/              the newest of each, decoded while in view
 *                 │                 ▲
 *                 ▼                 │ demands/   reports requested from devices
 *     watches/    what each tab shows ── watching: start, change, pause, end
 *                 │                 ▲
 *                 ▼                 │
 *     tabs/tab-mailbox            live.ts        the calls of tabs (`LiveWorker`)
 *                 │ port            ▲ Comlink
 *                 ▼                 │
 *                         tab
 */
import { TIMING } from '#domain/timing.ts';
import {
  LIVE_WORKER_VERSION,
  type LiveAck,
  type LiveSession,
  type LiveWorker,
  type LiveWorkerAnswer,
} from '#protocol/threads/live-worker.ts';
import { backchannelFilter, lastWillFilter, notifications } from '#protocol/topics.ts';
import { createLiveParts, type LivePartsDeps } from './live-parts.ts';
import { createTabMailbox } from './tabs/tab-mailbox.ts';
import { createTabs, type Tab, type TabsDeps } from './tabs/tabs.ts';
import { placeOf } from './watches/place.ts';

export type LiveDeps = Omit<LivePartsDeps, 'instance' | 'session' | 'tabs'> &
  Pick<TabsDeps, 'tabEnded'> & {
    /** Resolves when this run of the worker holds the lock whose release shows its end to tabs. */
    holdLock(instance: string): Promise<void>;
  };

/** Calls that the worker itself answers asynchronously. */
type Slow = 'attach' | 'sendToRoom' | 'shutdown';

/** `LiveWorker` inside the worker, where all other calls return synchronously. */
export type LiveCalls = Pick<LiveWorker, Slow> & {
  [Call in Exclude<keyof LiveWorker, Slow>]: (
    ...args: Parameters<LiveWorker[Call]>
  ) => Awaited<ReturnType<LiveWorker[Call]>>;
};

/** Calls with the id of an unattached tab do nothing. */
export function createLive(deps: LiveDeps): LiveCalls & { online(): void } {
  const { clock } = deps;
  const instance = deps.newId();
  const lockHeld = deps.holdLock(instance);
  let session: LiveSession | undefined;
  let stopClosing: (() => void) | undefined;

  const tabs = createTabs({
    clock,
    tabEnded: deps.tabEnded,
    onPausedChange: (tab) => watching.pausedChanged(tab),
    onVisible: (tab) => watching.offer(tab),
    onGone,
  });
  const parts = createLiveParts({ ...deps, instance, session: () => session, tabs });
  const { link, line, tokens, watching, actions, activeUsers, arrivals, rooms, stopRequests } = parts;

  function onGone(tab: Tab) {
    watching.endTab(tab);
    parts.endTab(tab.id);
    tab.mailbox.close();
    if (tabs.all().length > 0) return;
    stopClosing?.();
    stopClosing = clock.after(TIMING.demandGraceMs, () => void close());
  }

  async function close(): Promise<void> {
    stopClosing?.();
    stopClosing = undefined;
    parts.clear();
    const closing = session;
    session = undefined;
    if (closing) await link.close();
  }

  function openMailbox(tabId: string, port: MessagePort) {
    const mailbox = createTabMailbox({
      clock,
      port,
      onReady() {
        const tab = tabs.get(tabId);
        if (tab) watching.offer(tab);
      },
    });
    port.onmessage = ({ data }: MessageEvent<LiveAck>) => mailbox.acknowledge(data.ack);
    return mailbox;
  }

  const attachedOnly =
    <Rest extends unknown[]>(call: (tabId: string, ...rest: Rest) => void) =>
    (tabId: string, ...rest: Rest) => {
      if (tabs.get(tabId)) call(tabId, ...rest);
    };

  return {
    async attach(tab, port, face): Promise<LiveWorkerAnswer> {
      const mailbox = openMailbox(tab.tabId, port);
      tabs.add({ id: tab.tabId, visible: tab.visible, face, mailbox });
      // After `tabs.add`, because adding a tab again first removes it, which starts the closing timer.
      stopClosing?.();
      stopClosing = undefined;
      if (tab.token !== undefined) tokens.offer(tab.token);
      if (!session) for (const filter of standingFilters(tab.session)) link.subscribe(filter, 1);
      session = tab.session;
      link.start(tab.session, parts.linkEvents);
      mailbox.connection(link.state());
      mailbox.line(line.state());
      // A tab that requested the lock before the worker would be granted it.
      await lockHeld;
      return { version: LIVE_WORKER_VERSION, instance };
    },
    detach: tabs.remove,
    knows: (tabId) => tabs.get(tabId) !== undefined,
    setVisible: attachedOnly((tabId, visible: boolean) => {
      tabs.setVisible(tabId, visible);
      if (visible) link.hurry();
    }),
    setToken: attachedOnly((_, token: string) => {
      if (tokens.offer(token)) link.renew(token);
    }),
    watch: watching.watch,
    rewatch: watching.rewatch,
    unwatch: watching.unwatch,
    look: watching.look,
    repaint: watching.repaint,
    refresh: watching.refresh,
    restart: watching.restart,
    act: actions.act,
    forgetAction: actions.forget,
    requestStopScreenShares: stopRequests.request,
    setSharing: attachedOnly(line.setSharing),
    watchActiveUsers: attachedOnly(activeUsers.watch),
    unwatchActiveUsers: activeUsers.unwatch,
    watchArrivals: attachedOnly(arrivals.watch),
    unwatchArrivals: arrivals.unwatch,
    joinRoom: attachedOnly(rooms.join),
    leaveRoom: rooms.leave,
    listenToRooms: attachedOnly(rooms.listen),
    sendToRoom: async (tabId, roomId, message) =>
      tabs.get(tabId) !== undefined && rooms.send(roomId, message),
    debug: (_, of, clientIds) => parts.debugReport(placeOf(of), clientIds),
    clearDebug: (_, of) => parts.clearDebug(placeOf(of)),
    /** The browser reports a network again. Not every browser notifies workers. */
    online: link.hurry,
    shutdown: close,
  };
}

const standingFilters = (session: LiveSession) => [
  backchannelFilter(session, session.tutorId),
  lastWillFilter(session),
  notifications(session),
];
