import { expect, it } from 'vitest';
import type { AgentTransport, AgentTransportEvents, TransportMessage } from '../core/connection/transport.ts';
import { queueEvents } from './queue-events.ts';

const WORK_MS = 5;
const options = {
  clientIdentifier: 'c',
  token: 't',
  cleanStart: true,
  keepAliveSeconds: 10,
  sessionExpirySeconds: 0,
};
const message = (topic: string) => ({ topic }) as TransportMessage;

function setUp() {
  const told: string[] = [];
  const opened: AgentTransportEvents[] = [];
  const open = queueEvents((_options, events) => {
    opened.push(events);
    return { close: async () => {} } as unknown as AgentTransport;
  });
  const connect = (name: string) =>
    open(options, {
      onOpen: () => void told.push(`${name} open`),
      onMessage({ topic }) {
        const until = performance.now() + WORK_MS;
        while (performance.now() < until);
        told.push(`${name} ${topic}`);
      },
      onClose: ({ name: how }) => void told.push(`${name} ${how}`),
    });
  return { told, opened, connect };
}

it('timers come between what many devices do, and the events of each device in their order', async () => {
  const { told, opened, connect } = setUp();
  for (const name of ['a', 'b']) connect(name);
  setTimeout(() => told.push('timer'), 0);
  for (const events of opened) {
    events.onOpen(false);
    for (let n = 0; n < 20; n += 1) events.onMessage(message(`${n}`));
    events.onClose({ name: 'lost', message: '' });
  }
  expect(told).toEqual([]);
  await expect.poll(() => told).toHaveLength(45);
  expect(told.indexOf('timer')).toBeLessThan(30);
  for (const name of ['a', 'b']) {
    const numbers = Array.from({ length: 20 }, (_, n) => `${name} ${n}`);
    expect(told.filter((line) => line.startsWith(name))).toEqual([
      `${name} open`,
      ...numbers,
      `${name} lost`,
    ]);
  }
});

it('a transport that was closed says nothing any more', async () => {
  const { told, opened, connect } = setUp();
  const [one] = [connect('a'), connect('b')];
  opened[1]?.onOpen(false);
  await one?.close({ keepSession: false });
  opened[0]?.onMessage(message('late'));
  opened[1]?.onMessage(message('x'));
  await expect.poll(() => told).toEqual(['b open', 'b x']);
});

it('a transport that is closed first tells what it brought before', async () => {
  const { told, opened, connect } = setUp();
  const one = connect('a');
  for (let n = 0; n < 10; n += 1) opened[0]?.onMessage(message(`${n}`));
  await one.close({ keepSession: true });
  expect(told).toHaveLength(10);
});
