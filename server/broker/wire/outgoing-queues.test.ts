import { expect, it } from 'vitest';
import { createOutgoingQueues, type QueuedPacket } from './outgoing-queues.ts';

const client = { id: 'c' };
const packet = (brokerCounter: number, more: Partial<QueuedPacket> = {}): QueuedPacket => ({
  brokerCounter,
  payload: Buffer.alloc(10),
  ...more,
});
function setUp(limits: { maxMessages?: number; maxBytes?: number } = {}) {
  const state = { nowMs: 0, waiting: false, dropped: 0 };
  const queues = createOutgoingQueues({
    maxMessages: 3,
    maxBytes: 1_000,
    ...limits,
    now: () => state.nowMs,
    isWaiting: () => state.waiting,
    resume: () => false,
    dropped: () => {
      state.dropped += 1;
    },
  });
  const waiting = async () => {
    const all: QueuedPacket[] = await queues.outgoingStream(client).toArray();
    return all.map(({ brokerCounter }) => brokerCounter);
  };
  const enqueue = (queued: QueuedPacket) => queues.outgoingEnqueue({ clientId: 'c' }, queued);
  return { state, queues, waiting, enqueue };
}

it('forgets a message when its number is acknowledged, and no other', async () => {
  const { queues, waiting, enqueue } = setUp();
  await enqueue(packet(1));
  await enqueue(packet(2));
  await queues.outgoingUpdate(client, packet(2, { messageId: 77 }));
  await queues.outgoingClearMessageId(client, { messageId: 77 });
  expect(await waiting()).toEqual([1]);
  expect(await queues.outgoingClearMessageId(client, { messageId: 99 })).toBeUndefined();
});

it('forgets the very message that was refused, not the first without a number', async () => {
  const { queues, waiting, enqueue } = setUp();
  await enqueue(packet(1));
  await enqueue(packet(2));
  await queues.outgoingClearMessageId(client, packet(2));
  expect(await waiting()).toEqual([1]);
});

it('keeps what came while the client was still connecting', async () => {
  const { state, queues, waiting, enqueue } = setUp();
  await enqueue(packet(1));
  state.waiting = true;
  await queues.outgoingClearMessageId(client, packet(1));
  expect(await waiting()).toEqual([1]);
});

it('gives each session its own copy', async () => {
  const { queues, waiting } = setUp();
  await queues.outgoingEnqueueCombi([{ clientId: 'c' }, { clientId: 'd' }], packet(1));
  await queues.outgoingUpdate({ id: 'd' }, packet(1, { messageId: 5 }));
  await queues.outgoingClearMessageId({ id: 'd' }, { messageId: 5 });
  expect(await waiting()).toEqual([1]);
});

it('marks what went out before as a duplicate', async () => {
  const { queues, enqueue } = setUp();
  await enqueue(packet(1));
  await enqueue(packet(2));
  await queues.outgoingUpdate(client, packet(1, { messageId: 7 }));
  const all: QueuedPacket[] = await queues.outgoingStream(client).toArray();
  expect(all.map(({ dup }) => dup ?? false)).toEqual([true, false]);
});

it('drops the expired first and then the oldest when there are too many, or too large ones', async () => {
  const few = setUp({ maxMessages: 2 });
  await few.enqueue(packet(1));
  await few.enqueue(packet(2, { messageExpiry: 5 }));
  few.state.nowMs = 10;
  await few.enqueue(packet(3));
  expect(await few.waiting()).toEqual([1, 3]);
  await few.enqueue(packet(4));
  expect(await few.waiting()).toEqual([3, 4]);
  expect(few.state.dropped).toBe(1);

  const small = setUp({ maxBytes: 25 });
  for (const n of [1, 2, 3]) await small.enqueue(packet(n));
  expect(await small.waiting()).toEqual([2, 3]);
  await small.enqueue(packet(4, { payload: Buffer.alloc(100) }));
  expect(await small.waiting()).toEqual([]);
});
