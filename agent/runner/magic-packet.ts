import { MAC_ADDRESS } from '#protocol/rest/wake-targets.ts';

const PACKET_BYTES = 6 + 16 * 6;

/** Wake-on-LAN: six bytes of 0xff, then the address sixteen times. Undefined when it is no MAC address. */
export function magicPacket(mac: string): Buffer | undefined {
  if (!MAC_ADDRESS.test(mac)) return undefined;
  const address = Buffer.from(mac.replaceAll(/[:-]/g, ''), 'hex');
  return Buffer.concat([Buffer.alloc(6, 0xff), ...Array.from({ length: 16 }, () => address)]);
}

/** The address, with colons, that a packet wakes; undefined when it is no magic packet. */
export function wokenAddress(packet: Buffer): string | undefined {
  const address = packet
    .subarray(6, 12)
    .toString('hex')
    .replaceAll(/(..)(?!$)/g, '$1:');
  return packet.byteLength === PACKET_BYTES && magicPacket(address)?.equals(packet) ? address : undefined;
}
