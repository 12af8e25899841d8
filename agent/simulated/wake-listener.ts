/** The network card of a class: receives magic packets on loopback and reports their addresses. */
import { createSocket } from 'node:dgram';
import { wokenAddress } from '../runner/magic-packet.ts';
import type { WakeDestination } from '../runner/wake-sender.ts';

export type WakeListener = {
  /** The address that magic packets must be sent to. */
  destination: WakeDestination;
  close(): void;
};

/** Rejects if no port can be opened. `onWoken` is called with the MAC address, with colons. */
export async function listenForWakes(onWoken: (macAddress: string) => void): Promise<WakeListener> {
  const socket = createSocket('udp4');
  socket.on('message', (packet) => {
    const address = wokenAddress(packet);
    if (address !== undefined) onWoken(address);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(0, '127.0.0.1', resolve);
  });
  const { address, port } = socket.address();
  return { destination: { address, port }, close: () => socket.close() };
}
