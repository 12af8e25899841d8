/** Sends magic packets by UDP. The only file that opens such a socket. */
import { createSocket } from 'node:dgram';
import { magicPacket } from './magic-packet.ts';

export type WakeDestination = {
  /** A broadcast address of the site, for example 255.255.255.255; on loopback nothing leaves the machine. */
  address: string;
  /** 9 by custom. */
  port: number;
};

/** False when the network took none of them, or when one is no MAC address. */
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
