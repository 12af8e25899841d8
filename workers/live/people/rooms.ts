/**
 * The chat rooms that tabs have open, and those that they only listen to, to count what is new: one subscription for all
 * tabs, who is there, and what is said.
 * Messages come from the platform only: what members publish themselves is not shown, since nobody has checked it.
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
import { createRoomHearing } from './room-hearing.ts';

export type RoomsDeps = {
  clock: Clock;
  link: Pick<BrokerLink, 'subscribe' | 'unsubscribe' | 'publish'>;
  queue: Pick<MessageQueue, 'add'>;
  session(): LiveSession | undefined;
  tell(tabId: string, change: RoomChange): void;
};

export type Rooms = ReturnType<typeof createRooms>;

/** A message that nobody could read for longer is not worth sending: its writer is told. */
const SEND_WITHIN_MS = 60_000;

export function createRooms(deps: RoomsDeps) {
  const { clock, link, session } = deps;
  /** The release of each tab that is in a room, by room and then by tab. */
  const joined = new Map<string, Map<string, () => void>>();
  /** The same of each tab that only listens. */
  const listened = new Map<string, Map<string, () => void>>();
  const open = new Set<string>();
  const hearing = createRoomHearing({
    link,
    session,
    isNeeded: (roomId) => open.has(roomId) || listened.has(roomId),
  });
  /** What the broker has not got yet of coming and going, by room: only the last word counts. */
  const unsaid = new Map<string, { type: RoomStatus['action'] }>();
  const waiting = new Set<() => void>();

  const interest = createInterest({
    clock,
    graceMs: TIMING.demandGraceMs,
    begin(roomId) {
      const at = session();
      if (!at) return;
      open.add(roomId);
      hearing.hear(roomId);
      say(roomId, 'connected');
    },
    end(roomId) {
      if (!open.delete(roomId) || !session()) return;
      say(roomId, 'disconnect');
      hearing.unhear(roomId);
    },
  });

  const listening = createInterest({
    clock,
    graceMs: TIMING.demandGraceMs,
    begin: hearing.hear,
    end: hearing.unhear,
  });

  /** Where it does not get through, it is said with the next connection, before what else waits for that. */
  function say(roomId: string, type: RoomStatus['action']) {
    const at = session();
    if (!at) return;
    const word = { type };
    unsaid.set(roomId, word);
    const payload = JSON.stringify({ tutorId: at.tutorId });
    const options = { qos: 1, contentType: 'application/json' } as const;
    void link.publish(roomTopic(at, roomId, type), payload, options).then((outcome) => {
      if (outcome !== 'unsent' && unsaid.get(roomId) === word) unsaid.delete(roomId);
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
    /** Hears all of these rooms without being in them, and of the earlier ones only those. */
    listen(tabId: string, roomIds: readonly string[]) {
      const wanted = new Set(roomIds);
      for (const [roomId, tabs] of [...listened])
        if (tabs.has(tabId) && !wanted.has(roomId)) release(listened, tabId, roomId);
      for (const roomId of wanted) {
        if (listened.get(roomId)?.has(tabId)) continue;
        // The tutor may have been removed and invited again, before what was heard of it was over.
        hearing.hearAgain(roomId);
        hold(listened, tabId, roomId, listening);
      }
    },
    endTab,
    receive(roomId: string, entry: RoomHistoryEntry) {
      for (const tabId of new Set([...tabsIn(joined, roomId), ...tabsIn(listened, roomId)]))
        deps.tell(tabId, { roomId, entries: [entry] });
    },
    /** Resolves with whether the broker has it. */
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
            expiresAt: clock.now() + SEND_WITHIN_MS,
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
      for (const [roomId, { type }] of [...unsaid]) {
        // A platform that has forgotten the session has forgotten that this browser was there: others still may be.
        if (resumed || type === 'connected') say(roomId, type);
        else unsaid.delete(roomId);
      }
      if (!renewed) for (const roomId of open) if (!unsaid.has(roomId)) say(roomId, 'connected');
    },
    clear() {
      for (const all of [joined, listened])
        for (const roomId of [...all.keys()]) for (const tabId of tabsIn(all, roomId)) endTab(tabId);
      interest.clear();
      listening.clear();
      unsaid.clear();
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
