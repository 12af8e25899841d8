import { macAddressOf } from '#domain/devices/mac-address.ts';

const PACKET_BYTES = 6 + 16 * 6;

/** Builds a Wake-on-LAN packet: six bytes 0xff, then the address sixteen times. Undefined if invalid. */
export function magicPacket(mac: string): Buffer | undefined {
  const plain = macAddressOf(mac);
  if (plain === undefined) return undefined;
  const address = Buffer.from(plain.replaceAll(':', ''), 'hex');
  return Buffer.concat([Buffer.alloc(6, 0xff), ...Array.from({ length: 16 }, () => address)]);
}

/** Returns the MAC address that a magic packet wakes, with colons. Undefined if it is not a magic packet. */
export function wokenAddress(packet: Buffer): string | undefined {
  const address = packet
    .subarray(6, 12)
    .toString('hex')
    .replaceAll(/(..)(?!$)/g, '$1:');
  return packet.byteLength === PACKET_BYTES && magicPacket(address)?.equals(packet) ? address : undefined;
}
