/**
 * The chat rooms that tabs have open: one subscription for all tabs in a room, who is there, and what is said.
 * Messages come from the platform only: what members publish themselves is not shown, since nobody has checked it.
 */
import * as v from 'valibot';
import { TIMING } from '#domain/timing.ts';
import type { Clock } from '#protocol/clock.ts';
import { type RoomHistoryEntry, type RoomSend, type RoomStatus, roomSendSchema } from '#protocol/room.ts';
import type { LiveSession, RoomChange } from '#protocol/threads/live-worker.ts';
import { roomFilter, roomTopic } from '#protocol/topics.ts';
import type { BrokerLink, Connected } from '../broker/broker-link.ts';
import type { MessageQueue } from '../broker/message-queue.ts';
import { createInterest } from '../interest.ts';

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
  /** The release of each tab, by room and then by tab. */
  const releases = new Map<string, Map<string, () => void>>();
  const open = new Set<string>();
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
      link.subscribe(roomFilter(at, roomId), 1);
      say(roomId, 'connected');
    },
    end(roomId) {
      const at = session();
      if (!open.delete(roomId) || !at) return;
      say(roomId, 'disconnect');
      link.unsubscribe(roomFilter(at, roomId));
    },
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

  function leave(tabId: string, roomId: string) {
    const tabs = releases.get(roomId);
    tabs?.get(tabId)?.();
    tabs?.delete(tabId);
    if (tabs?.size === 0) releases.delete(roomId);
  }

  function endTab(tabId: string) {
    for (const roomId of [...releases.keys()]) leave(tabId, roomId);
  }

  return {
    join(tabId: string, roomId: string) {
      const tabs = releases.get(roomId) ?? new Map<string, () => void>();
      releases.set(roomId, tabs);
      if (!tabs.has(tabId)) tabs.set(tabId, interest.hold(roomId));
    },
    leave,
    endTab,
    receive(roomId: string, entry: RoomHistoryEntry) {
      for (const tabId of releases.get(roomId)?.keys() ?? []) deps.tell(tabId, { roomId, entries: [entry] });
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
      for (const tabs of [...releases.values()]) for (const tabId of [...tabs.keys()]) endTab(tabId);
      interest.clear();
      unsaid.clear();
      for (const giveUp of waiting) giveUp();
      waiting.clear();
    },
  };
}
