/** The tab's face of the live worker: watches, actions, rooms, connection state and notifications over one attachment. */

import type { Notification } from '#protocol/notification.ts';
import {
  type ConnectionState,
  type LiveBatch,
  type LiveSession,
  liveWorkerName,
  type WatchRequest,
} from '#protocol/threads/live-worker.ts';
import { createActionRuns } from './action-runs.ts';
import { createActiveUsers } from './active-users.ts';
import { createArrivalFeed } from './arrival-feed.ts';
import { createConnectionStore } from './connection-store.ts';
import { createGroupWatch, type OpenableWatch } from './group-watch.ts';
import {
  type LiveTab,
  type LiveTabDeps,
  type LiveTokens,
  startLiveTab,
  type WorkerCall,
} from './live-tab.ts';
import { createRoomFeed } from './room-feed.ts';
import { createStopRequests } from './stop-requests.ts';
import { whenConnected } from './when-connected.ts';

export type LiveConnectionDeps = Pick<LiveTabDeps, 'spawn' | 'presence' | 'newId' | 'nowMs'>;

export function createLiveConnection(deps: LiveConnectionDeps) {
  const connection = createConnectionStore();
  const watches = new Map<string, OpenableWatch>();
  const closing = new Map<OpenableWatch, ReturnType<typeof setTimeout>>();
  const listeners = new Set<(notifications: readonly Notification[]) => void>();
  const shareListeners = new Set<(sessionIds: readonly string[]) => void>();
  const leaveListeners = new Set<() => void>();
  let running: { name: string; tab: LiveTab } | undefined;
  let dropped: Readonly<Record<string, number>> = {};

  const ask = async <T>(call: WorkerCall<T>) => running?.tab.ask(call);
  const runs = createActionRuns({ ask, newId: deps.newId, nowMs: deps.nowMs });
  const rooms = createRoomFeed({ ask, newId: deps.newId });
  const stopRequests = createStopRequests({ ask, nowMs: deps.nowMs });
  const activeUsers = createActiveUsers({ ask });
  const arrivals = createArrivalFeed({ ask });

  function show(next: ConnectionState) {
    const before = connection.get();
    // Once for each failure, not for each attempt (RT-69).
    if (next.name === 'reconnecting' && !(before.name === 'reconnecting' && before.message === next.message))
      console.warn('broker connection', next.code, next.message);
    connection.set(next);
    if (next.name === 'connected') for (const watch of watches.values()) watch.connected();
  }

  function onBatch(batch: LiveBatch) {
    if (batch.connection) show(batch.connection);
    for (const change of batch.watches ?? []) watches.get(change.watchId)?.applyChanges(change);
    for (const frame of batch.frames ?? []) {
      const watch = watches.get(frame.watchId);
      if (watch) watch.applyFrame(frame);
      else frame.bitmap.close();
    }
    for (const { watchId, clientId } of batch.undecodable ?? []) {
      watches.get(watchId)?.applyUndecodable(clientId);
    }
    if (batch.actions) runs.apply(batch.actions);
    if (batch.activeUsers) activeUsers.apply(batch.activeUsers);
    if (batch.arrivals) arrivals.apply(batch.arrivals);
    if (batch.rooms) rooms.apply(batch.rooms);
    if (batch.dropped) dropped = batch.dropped;
    const { stopScreenShares } = batch;
    if (stopScreenShares) for (const call of [...shareListeners]) call(stopScreenShares);
    const { notifications } = batch;
    if (notifications) for (const call of listeners) call(notifications);
  }

  function closeWatch(watch: OpenableWatch) {
    closing.delete(watch);
    watches.delete(watch.id);
    watch.close();
  }

  return {
    connection,
    ask,
    act: runs.act,
    resume: runs.resume,
    /** How many runs are remembered, and their timers: a leak test's measure. */
    runCount: runs.size,
    activeUsers,
    onArrival: arrivals.listen,
    joinRoom: rooms.join,
    /** Asks everybody who takes part in these screen shares to end them. */
    requestStopScreenShares: stopRequests.add,
    whenConnected: () => whenConnected(connection),
    /** What the worker dropped at the door since it started, by reason. */
    dropped: () => dropped,
    start(session: LiveSession, tokens: LiveTokens) {
      const name = `${liveWorkerName(session)} ${session.mqttUrl}`;
      if (running?.name === name) {
        if (tokens.token !== undefined) running.tab.setToken(tokens.token);
        return;
      }
      void running?.tab.stop('switched');
      for (const watch of watches.values()) watch.forget();
      runs.giveUpAll();
      stopRequests.clear();
      connection.set({ name: 'connecting', attempt: 1 });
      const tab = startLiveTab(session, tokens, {
        ...deps,
        onBatch,
        onAttached() {
          for (const watch of watches.values()) watch.restate();
          runs.restate();
          rooms.restate();
          stopRequests.restate();
          activeUsers.restate();
          arrivals.restate();
        },
        onFailed() {
          show({
            name: 'reconnecting',
            attempt: 1,
            code: 'broker-silent',
            message: 'The live worker could not be started',
            everConnected: false,
          });
        },
        onLeaving() {
          for (const call of [...leaveListeners]) call();
        },
        onOutdated() {
          connection.set({ name: 'outdated' });
          runs.end();
        },
      });
      running = { name, tab };
    },
    setToken: (token: string) => running?.tab.setToken(token),
    async stop(reason: 'signed-out' | 'switched') {
      const ending = running;
      running = undefined;
      runs.giveUpAll();
      await ending?.tab.stop(reason);
    },
    createWatch: (): OpenableWatch => createGroupWatch({ ask }),
    /** Opens the watch or changes its request; returns the close. */
    openWatch(watch: OpenableWatch, request: WatchRequest): () => void {
      clearTimeout(closing.get(watch));
      closing.delete(watch);
      watches.set(watch.id, watch);
      watch.open(request);
      // Not at once: React closes and opens again in one go (StrictMode, a changed request).
      return () => void closing.set(watch, setTimeout(closeWatch, 0, watch));
    },
    onNotifications(call: (notifications: readonly Notification[]) => void): () => void {
      listeners.add(call);
      return () => void listeners.delete(call);
    },
    /** Calls with the screen-share sessions that somebody has asked to end; returns the stop. */
    onStopScreenShares(call: (sessionIds: readonly string[]) => void): () => void {
      shareListeners.add(call);
      return () => void shareListeners.delete(call);
    },
    /** Calls when the page goes, while devices can be told something still; returns the stop. */
    onLeaving(call: () => void): () => void {
      leaveListeners.add(call);
      return () => void leaveListeners.delete(call);
    },
    /** How many watches are open: a leak test's measure. */
    watchCount: () => watches.size,
  };
}
