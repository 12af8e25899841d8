/** Sends magic packets over UDP. No other file opens such a socket. */
import { createSocket } from 'node:dgram';
import { magicPacket } from './magic-packet.ts';

export type WakeDestination = {
  /** A broadcast address of the site, for example 255.255.255.255. On loopback nothing leaves the machine. */
  address: string;
  /** Usually 9. */
  port: number;
};

/** Returns false if the network accepted none of the packets or an address is invalid. */
export type SendWake = (macAddresses: readonly string[]) => Promise<boolean>;

export function createWakeSender({ address, port }: WakeDestination): SendWake {
  return async (macAddresses) => {
    const packets = macAddresses.map(magicPacket);
    if (packets.some((packet) => packet === undefined)) return false;
    const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.bind(0, () => resolve());
      });
      if (!address.includes(':')) socket.setBroadcast(true);
      for (const packet of packets) {
        await new Promise<void>((resolve, reject) => {
          socket.send(packet ?? '', port, address, (error) => (error ? reject(error) : resolve()));
        });
      }
      return true;
    } catch {
      return false;
    } finally {
      socket.close();
    }
  };
}
