/**
 * The tab's side of the live worker: stores that the worker fills, and calls to it, over one attachment.
 *
 *                      live worker
 *        data port │                    ▲ Comlink
 *                  ▼                    │
 *     live-batches: one batch        worker-attachment: one worker, its lock and its port
 *     per 100 ms, acknowledged          ▲
 *        │   │   │   │                  │ maintained by live-tab, which finds a new worker
 *        │   │   │   │                  │
 *        │   │   │   └─ connection, line, notifications, requests to stop sharing
 *        │   │   │                      │
 *        │   │   └─ activeUsers, arrivals, rooms   ── watch…, joinRoom ─▶ ask
 *        │   │                          │
 *        │   └─ action-runs ◀─ device-commands     ── act ─────▶ ask
 *        │                              │
 *        └─ group-watch: device-store (records), thumbnail-painter (pictures)
 *                  │                    └─ watch, look, repaint, refresh ▶ ask
 *                  ▼
 *         cards: use-group-watch, useDevice, ThumbnailCanvas
 *
 * Each store repeats its requests (`restate`) to a new worker.
 */
import type { Notification } from '#protocol/notification.ts';
import { createListeners } from '#protocol/observable.ts';
import { type ConnectionState, type LiveSession, liveWorkerName } from '#protocol/threads/live-worker.ts';
import { createActionRuns } from './action-runs.ts';
import { createActiveUsers } from './active-users.ts';
import { createArrivalFeed } from './arrival-feed.ts';
import { createConnectionStore } from './connection-store.ts';
import { createGroupWatches } from './group-watches.ts';
import { createLine } from './line.ts';
import { createLiveBatches } from './live-batches.ts';
import { createRoomFeed } from './room-feed.ts';
import { createStopRequests } from './stop-requests.ts';
import { type LiveTab, type LiveTabDeps, type LiveTokens, startLiveTab } from './worker/live-tab.ts';
import { createWorkerCalls } from './worker/worker-attachment.ts';

export type LiveConnectionDeps = Pick<LiveTabDeps, 'spawn' | 'presence' | 'newId' | 'nowMs'>;

export function createLiveConnection(deps: LiveConnectionDeps) {
  const { newId, nowMs } = deps;
  let running: { name: string; tab: LiveTab } | undefined;
  let dropped: Readonly<Record<string, number>> = {};

  const calls = createWorkerCalls();
  const { ask } = calls;
  const connection = createConnectionStore();
  const line = createLine({ ask });
  const watches = createGroupWatches({ ask });
  const runs = createActionRuns({ ask, newId, nowMs });
  const rooms = createRoomFeed({ ask, newId });
  const stopRequests = createStopRequests({ ask, nowMs });
  const activeUsers = createActiveUsers({ ask });
  const arrivals = createArrivalFeed({ ask });
  const notifications = createListeners<[readonly Notification[]]>();
  const stopShares = createListeners<[readonly string[]]>();
  const leaving = createListeners();

  function show(next: ConnectionState) {
    warnOf(next, connection.get());
    connection.set(next);
    if (next.name === 'connected') watches.connected();
  }

  const batches = createLiveBatches({
    connection: show,
    line: line.set,
    watch: watches.get,
    actions: runs,
    activeUsers,
    arrivals,
    rooms,
    dropped(counts) {
      dropped = counts;
    },
    stopScreenShares: stopShares.tell,
    notifications: notifications.tell,
  });

  const startTab = (session: LiveSession, tokens: LiveTokens) =>
    startLiveTab(session, tokens, {
      ...deps,
      calls,
      listen: batches.listen,
      onAttached() {
        for (const store of [line, watches, runs, rooms, stopRequests, activeUsers, arrivals])
          store.restate();
      },
      onFailed: () => show(NO_WORKER),
      onLeaving: leaving.tell,
      onOutdated() {
        connection.set({ name: 'outdated' });
        runs.end();
      },
    });

  return {
    connection,
    /** How far device requests are throttled below the rate that the screens want. */
    line,
    ask,
    act: runs.act,
    resume: runs.resume,
    /** Number of runs and timers, for a leak test. */
    runCount: runs.size,
    activeUsers,
    onArrival: arrivals.listen,
    joinRoom: rooms.join,
    rooms,
    /** Requests all participants of these screen shares to end them. */
    requestStopScreenShares: stopRequests.add,
    /** Incoming messages that the worker dropped since it started, by reason. */
    dropped: () => dropped,
    /** Attaches this tab to the session's live worker; if attached already, only passes the token on. */
    start(session: LiveSession, tokens: LiveTokens) {
      const name = `${liveWorkerName(session)} ${session.mqttUrl}`;
      if (running?.name === name) {
        if (tokens.token !== undefined) running.tab.setToken(tokens.token);
        return;
      }
      void running?.tab.stop('switched');
      watches.forget();
      line.forget();
      runs.giveUpAll();
      stopRequests.clear();
      connection.set({ name: 'connecting', attempt: 1 });
      running = { name, tab: startTab(session, tokens) };
    },
    /** Passes on a refreshed access token. */
    setToken: (token: string) => running?.tab.setToken(token),
    /** `signed-out` closes the connection for all tabs; `switched` only detaches this tab. */
    async stop(reason: 'signed-out' | 'switched') {
      const ending = running;
      running = undefined;
      runs.giveUpAll();
      await ending?.tab.stop(reason);
    },
    createWatch: watches.create,
    /** Opens the watch or changes its request; returns the close. */
    openWatch: watches.open,
    /** Calls with the changes that the platform announced, collected for 1 s; returns the stop. */
    onNotifications: notifications.subscribe,
    /** Calls with the ids of screen shares that were requested to end; returns the stop. */
    onStopScreenShares: stopShares.subscribe,
    /** Calls when the page is unloading, while devices can still be reached; returns the stop. */
    onLeaving: leaving.subscribe,
    /** Number of open watches, for a leak test. */
    watchCount: watches.count,
  };
}

/** Warns once per failure, not per attempt. */
function warnOf(next: ConnectionState, before: ConnectionState): void {
  if (next.name !== 'reconnecting') return;
  const isKnown = before.name === 'reconnecting' && before.message === next.message;
  if (!isKnown) console.warn('broker connection', next.code, next.message);
}

const NO_WORKER: ConnectionState = {
  name: 'reconnecting',
  attempt: 1,
  code: 'broker-silent',
  message: 'The live worker could not be started',
  everConnected: false,
};
