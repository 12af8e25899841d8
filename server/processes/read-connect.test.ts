import { PassThrough } from 'node:stream';
import { generate } from 'mqtt-packet';
import { expect, it, vi } from 'vitest';
import { readConnectToken } from './read-connect.ts';

const LIMITS = { timeoutMs: 1_000, maxBytes: 10_000 };
const CONNECT = generate(
  {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 5,
    clean: true,
    clientId: 'tutor:demo:riverside:t1:i',
    keepalive: 10,
    username: 'the token',
    password: Buffer.from('the token'),
  },
  { protocolVersion: 5 },
);
const PING = generate({ cmd: 'pingreq' });

it('reads the token of a CONNECT that comes in pieces, and puts everything back', async () => {
  const stream = new PassThrough();
  const token = readConnectToken(stream, LIMITS);
  stream.write(CONNECT.subarray(0, 10));
  stream.write(Buffer.concat([CONNECT.subarray(10), PING]));
  expect(await token).toBe('the token');
  expect(stream.read()).toEqual(Buffer.concat([CONNECT, PING]));
});

it.each([
  ['another packet', PING],
  ['no packet of MQTT', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ['a packet that is too long', Buffer.concat([Buffer.from([0x10, 0xff, 0xff, 0x7f]), Buffer.alloc(10_001)])],
])('gives no token for %s', async (_name, bytes) => {
  const stream = new PassThrough();
  const token = readConnectToken(stream, LIMITS);
  stream.write(bytes);
  expect(await token).toBeUndefined();
  expect(stream.read()).toEqual(bytes);
});

it('rejects where the client leaves, or sends nothing in time', async () => {
  const left = new PassThrough();
  const reading = readConnectToken(left, LIMITS);
  left.end();
  await expect(reading).rejects.toThrow('left');
  vi.useFakeTimers();
  try {
    const silent = readConnectToken(new PassThrough(), LIMITS);
    vi.advanceTimersByTime(LIMITS.timeoutMs);
    await expect(silent).rejects.toThrow('left');
  } finally {
    vi.useRealTimers();
  }
});
