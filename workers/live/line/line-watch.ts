/** Measures the line while pictures arrive, and sets the pace of the demands. */
import type { Clock } from '#protocol/clock.ts';
import type { LineState } from '#protocol/threads/live-worker.ts';
import { createLinePace, type Pace, paceOf } from './line-pace.ts';

export type LineWatchDeps = {
  clock: Clock;
  /** Sends a ping to the broker; the link calls `roundTrip` with its answer. */
  ping(): void;
  /** Whether pictures are demanded now. */
  hasPictures(): boolean;
  onPace(pace: Pace): void;
  onState(state: LineState): void;
};

const HEARTBEAT_INTERVAL_MS = 2_000;
const CHECK_INTERVAL_MS = 500;
/** Without an answer for this long, the line already counts as slow. */
const REPLY_TIMEOUT_MS = 1_500;
/** Minimum level while a tab shares its screen, because that needs the line more than the pictures do. */
const SHARING_LEVEL = 2;

export type LineWatch = ReturnType<typeof createLineWatch>;

export function createLineWatch(deps: LineWatchDeps) {
  const { clock } = deps;
  const sharingTabs = new Set<string>();
  let state: LineState = { level: 0, reason: undefined };
  /** When the unanswered ping was sent. */
  let pingedAt: number | undefined;
  let lastPingAt = Number.NEGATIVE_INFINITY;
  let stop: (() => void) | undefined;
  const pace = createLinePace(settle);

  function settle() {
    const sharing = sharingTabs.size > 0 ? SHARING_LEVEL : 0;
    const level = Math.max(pace.level(), sharing);
    const reason = level === 0 ? undefined : pace.level() > 0 ? 'slow-line' : 'sharing';
    if (level === state.level && reason === state.reason) return;
    const before = state;
    state = { level, reason };
    if (level !== before.level) deps.onPace(paceOf(level));
    deps.onState(state);
  }

  function check() {
    const now = clock.now();
    if (pingedAt !== undefined) {
      const waitedMs = now - pingedAt;
      if (waitedMs > REPLY_TIMEOUT_MS) pace.sample({ now, pingedAt, roundTripMs: waitedMs });
      return;
    }
    if (now - lastPingAt < HEARTBEAT_INTERVAL_MS || !deps.hasPictures()) return;
    pingedAt = now;
    lastPingAt = now;
    deps.ping();
  }

  return {
    state: () => state,
    connected() {
      pace.reconnected();
      pingedAt = undefined;
      stop ??= clock.every(CHECK_INTERVAL_MS, check);
    },
    disconnected() {
      stop?.();
      stop = undefined;
      pingedAt = undefined;
    },
    /** The broker has answered a ping, possibly a keep-alive ping of the connection. */
    roundTrip(roundTripMs: number) {
      const now = clock.now();
      pace.sample({ now, pingedAt: pingedAt ?? now - roundTripMs, roundTripMs });
      pingedAt = undefined;
    },
    setSharing(tabId: string, isSharing: boolean) {
      if (isSharing) sharingTabs.add(tabId);
      else sharingTabs.delete(tabId);
      settle();
    },
    clear() {
      stop?.();
      stop = undefined;
      pingedAt = undefined;
      sharingTabs.clear();
      settle();
    },
  };
}
