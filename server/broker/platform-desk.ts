/** What the platform does about messages that are for itself: presence, events, chat rooms, requests of tutors. */
import type { Connection } from './connection.ts';
import { createDeviceEvents, type StoreDeviceEvent } from './device-events.ts';
import { createKeyedWork } from './keyed-work.ts';
import { type CountDrop, createPlatformInbox } from './platform-inbox.ts';
import { createPresenceClearing } from './presence-clearing.ts';
import { createRooms, type RoomStore } from './rooms.ts';
import { createStopScreenShares } from './stop-screen-shares.ts';

export type PlatformDeskDeps = {
  storeDeviceEvent: StoreDeviceEvent;
  rooms: RoomStore;
  connections(): Iterable<Connection>;
  isOpen(connection: Connection): boolean;
  publish(message: { topic: string; payload: Buffer; qos: 1; retain: boolean }): Promise<void>;
  drop: CountDrop;
  failed(error: unknown): void;
  /** Epoch milliseconds. */
  now(): number;
  /** How long a member of a chat room may be away before the others are told. */
  roomGraceMs: number;
};

export type PlatformDesk = {
  /** Is shown every message of a client that went out. */
  read(message: { topic: string; payload: Buffer }, from: Connection): void;
  opened(connection: Connection): void;
  closed(connection: Connection): void;
  /** Resolves when what was begun is done. */
  close(): Promise<void>;
};

export function createPlatformDesk(deps: PlatformDeskDeps): PlatformDesk {
  const { connections, publish, drop, failed, now } = deps;
  const work = createKeyedWork(failed);
  const say = (topic: string, payload: Buffer) => publish({ topic, payload, qos: 1, retain: false });

  const rooms = createRooms({
    ...{ store: deps.rooms, publish: say, work, drop, now },
    isOpen: deps.isOpen,
    graceMs: deps.roomGraceMs,
  });
  const presence = createPresenceClearing({
    clear(topic) {
      publish({ topic, payload: Buffer.alloc(0), qos: 1, retain: true }).catch(failed);
    },
    drop,
  });
  const read = createPlatformInbox({
    presence: presence.read,
    lastwill(letter) {
      presence.readLastWill(letter);
      rooms.left(letter.from);
    },
    events: createDeviceEvents({ store: deps.storeDeviceEvent, work, drop, now }),
    'live-rooms': rooms.read,
    tutors: createStopScreenShares({ connections, publish: say, drop, failed }),
  });

  return {
    read,
    opened: rooms.opened,
    closed: rooms.closed,
    async close() {
      rooms.stop();
      await work.settled();
    },
  };
}
