/** Sends the student's chat messages, and sends them again until the platform has published them. */
import * as v from 'valibot';
import { roomSendSchema } from '#protocol/room.ts';
import { roomTopic } from '#protocol/topics.ts';
import type { AgentTransport } from '../connection/transport.ts';
import type { OpenRoom, UnsentLine } from '../device-state.ts';
import type { ActionDeps } from './action-context.ts';

/** The platform publishes a stored message. One that is not published in this time was not accepted. */
const REPLY_TIMEOUT_MS = 15_000;

export type RoomSpeechDeps = Pick<ActionDeps, 'clock' | 'identity'> & {
  transport: () => AgentTransport | undefined;
  /** 0 ≤ x < 1. */
  random: () => number;
  room: (roomId: string) => OpenRoom | undefined;
  change: (roomId: string, next: (room: OpenRoom) => OpenRoom) => void;
};

export function createRoomSpeech({ clock, transport, identity, random, room, change }: RoomSpeechDeps) {
  /** The functions that stop waiting for the platform, by message id. */
  const waits = new Map<string, () => void>();
  let written = 0;
  /** Creates an id that is unique across devices and runs. */
  const newId = () => {
    written += 1;
    return `${clock.now().toString(36)}-${Math.floor(random() * 2 ** 48).toString(36)}-${written}`;
  };

  const unsentIn = (roomId: string): readonly UnsentLine[] => room(roomId)?.unsent ?? [];
  const mark = (roomId: string, id: string, sending: UnsentLine['sending']) =>
    change(roomId, (at) => ({
      ...at,
      unsent: (at.unsent ?? []).map((each) => (each.id === id ? { ...each, sending } : each)),
    }));

  function settle(ids: Iterable<string>): void {
    for (const id of ids) {
      waits.get(id)?.();
      waits.delete(id);
    }
  }

  /** Publishes with the same id each time, so that the platform stores the message once. */
  async function publish(roomId: string, { id, message }: { id: string; message: string }): Promise<void> {
    const self = identity();
    const over = transport();
    if (self === undefined || over === undefined) return;
    const isOut = await over.publish({
      topic: roomTopic(self, roomId, 'send-message'),
      payload: JSON.stringify({ id, message }),
      qos: 1,
      contentType: 'application/json',
    });
    if (!isOut || !unsentIn(roomId).some((each) => each.id === id)) return;
    settle([id]);
    const giveUp = () => {
      waits.delete(id);
      if (transport() === over) mark(roomId, id, 'failed');
    };
    waits.set(id, clock.after(REPLY_TIMEOUT_MS, giveUp));
  }

  return {
    /** Returns false if the text is empty or too long, or the room is not open. Offline it waits. */
    send(roomId: string, text: string): boolean {
      const parsed = v.safeParse(roomSendSchema, { id: newId(), message: text });
      if (!parsed.success || room(roomId) === undefined) return false;
      const line = parsed.output;
      change(roomId, (at) => ({ ...at, unsent: [...(at.unsent ?? []), { ...line, sending: 'waits' }] }));
      void publish(roomId, line);
      return true;
    },
    resend(roomId: string, id: string): boolean {
      const line = unsentIn(roomId).find((each) => each.id === id);
      if (line === undefined) return false;
      mark(roomId, id, 'waits');
      void publish(roomId, line);
      return true;
    },
    /** Sends the waiting messages again, because the device has joined the room again. */
    resume(roomId: string) {
      for (const line of unsentIn(roomId)) if (line.sending === 'waits') void publish(roomId, line);
    },
    /** Stops waiting for these messages, because they were published or their room was closed. */
    settle,
    stop: () => settle([...waits.keys()]),
  };
}
