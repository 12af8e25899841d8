/**
 * The chat rooms that tabs have joined, and those that they only listen to for counting new messages. All
 * tabs share one subscription per room. Only messages republished by the platform count, because the sender
 * of a member's own message is unverified.
 */
import * as v from 'valibot';
import { TIMING } from '#domain/timing.ts';
import type { Clock } from '#protocol/clock.ts';
import { type RoomHistoryEntry, type RoomSend, type RoomStatus, roomSendSchema } from '#protocol/room.ts';
import type { LiveSession, RoomChange } from '#protocol/threads/live-worker.ts';
import { roomTopic } from '#protocol/topics.ts';
import type { BrokerLink, Connected } from '../broker/broker-link.ts';
import type { MessageQueue } from '../broker/message-queue.ts';
import { createInterest, type Interest } from '../interest.ts';
import { createRoomSubscriptions } from './room-subscriptions.ts';

export type RoomsDeps = {
  clock: Clock;
  link: Pick<BrokerLink, 'subscribe' | 'unsubscribe' | 'publish'>;
  queue: Pick<MessageQueue, 'add'>;
  session(): LiveSession | undefined;
  send(tabId: string, change: RoomChange): void;
};

export type Rooms = ReturnType<typeof createRooms>;

/** A message unsent for this long is dropped, and its sender is notified. */
const TTL_MS = 60_000;

export function createRooms(deps: RoomsDeps) {
  const { clock, link, session } = deps;
  /** The releases of joined tabs, by room and then by tab. */
  const joined = new Map<string, Map<string, () => void>>();
  /** The releases of tabs that only listen, by room and then by tab. */
  const listened = new Map<string, Map<string, () => void>>();
  const open = new Set<string>();
  const subscriptions = createRoomSubscriptions({
    link,
    session,
    isNeeded: (roomId) => open.has(roomId) || listened.has(roomId),
  });
  /** Join and leave messages that the broker has not received, by room; only the last one counts. */
  const unsent = new Map<string, { type: RoomStatus['action'] }>();
  const waiting = new Set<() => void>();

  const interest = createInterest({
    clock,
    graceMs: TIMING.demandGraceMs,
    begin(roomId) {
      const at = session();
      if (!at) return;
      open.add(roomId);
      subscriptions.subscribe(roomId);
      sendStatus(roomId, 'connected');
    },
    end(roomId) {
      if (!open.delete(roomId) || !session()) return;
      sendStatus(roomId, 'disconnect');
      subscriptions.unsubscribe(roomId);
    },
  });

  const listening = createInterest({
    clock,
    graceMs: TIMING.demandGraceMs,
    begin: subscriptions.subscribe,
    end: subscriptions.unsubscribe,
  });

  /** If sending fails, the message is sent with the next connection, before queued messages. */
  function sendStatus(roomId: string, type: RoomStatus['action']) {
    const at = session();
    if (!at) return;
    const status = { type };
    unsent.set(roomId, status);
    const payload = JSON.stringify({ tutorId: at.tutorId });
    const options = { qos: 1, contentType: 'application/json' } as const;
    void link.publish(roomTopic(at, roomId, type), payload, options).then((outcome) => {
      if (outcome !== 'unsent' && unsent.get(roomId) === status) unsent.delete(roomId);
    });
  }

  const leave = (tabId: string, roomId: string) => release(joined, tabId, roomId);

  function endTab(tabId: string) {
    for (const roomId of [...joined.keys()]) leave(tabId, roomId);
    for (const roomId of [...listened.keys()]) release(listened, tabId, roomId);
  }

  return {
    join: (tabId: string, roomId: string) => hold(joined, tabId, roomId, interest),
    leave,
    /** Listens to exactly these rooms, without joining them. */
    listen(tabId: string, roomIds: readonly string[]) {
      const wanted = new Set(roomIds);
      for (const [roomId, tabs] of [...listened])
        if (tabs.has(tabId) && !wanted.has(roomId)) release(listened, tabId, roomId);
      for (const roomId of wanted) {
        if (listened.get(roomId)?.has(tabId)) continue;
        // The tutor may have been removed and invited again before the earlier subscription ended.
        subscriptions.resubscribe(roomId);
        hold(listened, tabId, roomId, listening);
      }
    },
    endTab,
    receive(roomId: string, entry: RoomHistoryEntry) {
      for (const tabId of new Set([...tabsIn(joined, roomId), ...tabsIn(listened, roomId)]))
        deps.send(tabId, { roomId, entries: [entry] });
    },
    /** Resolves with whether the broker received the message. */
    send(roomId: string, message: RoomSend): Promise<boolean> {
      const at = session();
      const parsed = v.safeParse(roomSendSchema, message);
      if (!at || !parsed.success) return Promise.resolve(false);
      return new Promise((resolve) => {
        const giveUp = () => resolve(false);
        waiting.add(giveUp);
        deps.queue.add(
          {
            topic: roomTopic(at, roomId, 'send-message'),
            payload: JSON.stringify(parsed.output),
            options: { contentType: 'application/json' },
            expiresAt: clock.now() + TTL_MS,
          },
          {
            onFate(fate) {
              waiting.delete(giveUp);
              resolve(fate === 'sent');
            },
          },
        );
      });
    },
    reconnected({ resumed, renewed }: Connected) {
      for (const [roomId, { type }] of [...unsent]) {
        // If the broker session was not resumed, the platform has already removed this browser from the room. A
        // late leave message might then remove the tutor's other browsers, so it is dropped.
        if (resumed || type === 'connected') sendStatus(roomId, type);
        else unsent.delete(roomId);
      }
      if (!renewed) for (const roomId of open) if (!unsent.has(roomId)) sendStatus(roomId, 'connected');
    },
    clear() {
      for (const all of [joined, listened])
        for (const roomId of [...all.keys()]) for (const tabId of tabsIn(all, roomId)) endTab(tabId);
      interest.clear();
      listening.clear();
      unsent.clear();
      for (const giveUp of waiting) giveUp();
      waiting.clear();
    },
  };
}

type Releases = Map<string, Map<string, () => void>>;

const tabsIn = (all: Releases, roomId: string): string[] => [...(all.get(roomId)?.keys() ?? [])];

function hold(all: Releases, tabId: string, roomId: string, interest: Interest): void {
  const tabs = all.get(roomId) ?? new Map<string, () => void>();
  all.set(roomId, tabs);
  if (!tabs.has(tabId)) tabs.set(tabId, interest.hold(roomId));
}

function release(all: Releases, tabId: string, roomId: string): void {
  const tabs = all.get(roomId);
  tabs?.get(tabId)?.();
  tabs?.delete(tabId);
  if (tabs?.size === 0) all.delete(roomId);
}
