import { createSocket, type Socket } from 'node:dgram';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { magicPacket } from './magic-packet.ts';
import { createWakeSender } from './wake-sender.ts';

const MACS = ['02:00:00:00:00:01', '02:00:00:00:00:02'];

let socket: Socket;
const heard: string[] = [];
beforeEach(async () => {
  heard.length = 0;
  socket = createSocket('udp4');
  socket.on('message', (packet) => heard.push(packet.toString('hex')));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
});
afterEach(() => socket.close());

describe('the sender of magic packets', () => {
  it('sends one to each machine, by UDP', async () => {
    const wake = createWakeSender({ address: '127.0.0.1', port: socket.address().port });
    expect(await wake(MACS)).toBe(true);
    await expect.poll(() => heard).toEqual(MACS.map((mac) => magicPacket(mac)?.toString('hex')));
  });

  it('sends none when one is no address of a machine', async () => {
    const wake = createWakeSender({ address: '127.0.0.1', port: socket.address().port });
    expect(await wake([...MACS, 'all'])).toBe(false);
    expect(await wake(MACS.slice(0, 1))).toBe(true);
    await expect.poll(() => heard).toHaveLength(1);
  });

  it('says when they cannot be sent', async () => {
    expect(await createWakeSender({ address: '127.0.0.1', port: 0 })(MACS)).toBe(false);
  });
});
