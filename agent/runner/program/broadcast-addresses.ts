/** Magic packets are broadcast, because a sleeping machine only receives broadcasts. */
import type { NetworkInterfaceInfo } from 'node:os';
import type { SendWake, WakeDestination } from '../wake-sender.ts';
import { createWakeSender } from '../wake-sender.ts';

const WAKE_PORT = 9;

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/** Returns one address per IPv4 network, because 255.255.255.255 leaves through only one of them. */
export function broadcastAddresses(interfaces: Interfaces): readonly WakeDestination[] {
  const addresses = Object.values(interfaces)
    .flatMap((infos) => infos ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address, netmask }) => broadcastOf(address, netmask));
  return [...new Set(addresses)].map((address) => ({ address, port: WAKE_PORT }));
}

function broadcastOf(address: string, netmask: string): string {
  const mask = netmask.split('.').map(Number);
  return address
    .split('.')
    .map((byte, at) => (Number(byte) | ~(mask[at] ?? 0)) & 0xff)
    .join('.');
}

/** Sends to all destinations, read again at each call. Returns false if none accepted the packets. */
export function createWakeEverywhere(destinations: () => readonly WakeDestination[]): SendWake {
  return async (macAddresses) => {
    const sent = destinations().map((destination) => createWakeSender(destination)(macAddresses));
    return (await Promise.all(sent)).some((isSent) => isSent);
  };
}
