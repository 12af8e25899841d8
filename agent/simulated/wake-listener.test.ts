import { createSocket } from 'node:dgram';
import { expect, it } from 'vitest';
import { createWakeSender } from '../runner/wake-sender.ts';
import { listenForWakes } from './wake-listener.ts';

it('hears whom a magic packet wakes, and nothing else that comes', async () => {
  const woken: string[] = [];
  const listener = await listenForWakes((macAddress) => woken.push(macAddress));
  const { address, port } = listener.destination;
  const stranger = createSocket('udp4');
  await new Promise<void>((resolve) => stranger.send('wake up', port, address, () => resolve()));
  await createWakeSender(listener.destination)(['02:AA:00:00:00:01', '02-aa-00-00-00-02']);
  await expect.poll(() => woken).toEqual(['02:aa:00:00:00:01', '02:aa:00:00:00:02']);
  stranger.close();
  listener.close();
});
