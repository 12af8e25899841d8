/**
 * The retained messages in a tree of topic levels. The store of aedes, which this replaces, compares all of
 * them with each filter: the cost of a school's return grows with the square of its devices.
 */
import { Readable } from 'node:stream';

export type RetainedPacket = { topic: string; payload: string | Buffer };

export type RetainedMessages<Packet extends RetainedPacket = RetainedPacket> = {
  /** An empty packet clears its topic. */
  storeRetained(packet: Packet): Promise<void>;
  /** The messages that match the filter. */
  createRetainedStream(filter: string): Readable;
  /** The messages that match each of the filters, one filter after the other. */
  createRetainedStreamCombi(filters: readonly string[]): Readable;
};

type Level<Packet> = { packet: Packet | undefined; below: Map<string, Level<Packet>> };

const newLevel = <Packet>(): Level<Packet> => ({ packet: undefined, below: new Map() });

export function createRetainedMessages<Packet extends RetainedPacket>(): RetainedMessages<Packet> {
  const root = newLevel<Packet>();

  function put(packet: Packet): void {
    let level = root;
    for (const word of packet.topic.split('/')) {
      const next = level.below.get(word) ?? newLevel<Packet>();
      level.below.set(word, next);
      level = next;
    }
    level.packet = packet;
  }

  return {
    async storeRetained(packet) {
      if (packet.payload.length > 0) put({ ...packet });
      else takeAway(root, packet.topic.split('/'));
    },
    createRetainedStream: (filter) => Readable.from(matching(root, filter.split('/'))),
    createRetainedStreamCombi: (filters) => Readable.from(matchingAny(root, filters)),
  };
}

/** Returns whether the level is empty now. */
function takeAway(level: Level<unknown>, [word, ...rest]: readonly string[]): boolean {
  if (word === undefined) level.packet = undefined;
  else {
    const next = level.below.get(word);
    if (next !== undefined && takeAway(next, rest)) level.below.delete(word);
  }
  return level.packet === undefined && level.below.size === 0;
}

function* matchingAny<Packet>(root: Level<Packet>, filters: readonly string[]): Generator<Packet> {
  for (const filter of filters) yield* matching(root, filter.split('/'));
}

function* matching<Packet>(level: Level<Packet>, words: readonly string[], at = 0): Generator<Packet> {
  const word = words[at];
  if (word === '#') yield* allOf(level);
  else if (word === undefined) {
    if (level.packet !== undefined) yield level.packet;
  } else if (word === '+') {
    for (const next of level.below.values()) yield* matching(next, words, at + 1);
  } else {
    const next = level.below.get(word);
    if (next !== undefined) yield* matching(next, words, at + 1);
  }
}

/** `a/#` also matches `a`. */
function* allOf<Packet>(level: Level<Packet>): Generator<Packet> {
  if (level.packet !== undefined) yield level.packet;
  for (const next of level.below.values()) yield* allOf(next);
}
