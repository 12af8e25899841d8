const MAC = /^[0-9a-f]{2}([:-]?)(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}$/i;

/** Wake-on-LAN: six bytes of 0xff, then the address sixteen times. Undefined when it is no MAC address. */
export function magicPacket(mac: string): Buffer | undefined {
  if (!MAC.test(mac)) return undefined;
  const address = Buffer.from(mac.replaceAll(/[:-]/g, ''), 'hex');
  return Buffer.concat([Buffer.alloc(6, 0xff), ...Array.from({ length: 16 }, () => address)]);
}
