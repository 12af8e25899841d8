import { expect, it } from 'vitest';
import { magicPacket, wokenAddress } from './magic-packet.ts';

it.each(['02:AA:bb:cc:dd:01', '02-aa-bb-cc-dd-01', '02aa.bbcc.dd01', '02AABBCCDD01'])(
  'wakes the machine %s',
  (mac) => {
    const packet = magicPacket(mac);
    expect(packet?.toString('hex')).toBe('ff'.repeat(6) + '02aabbccdd01'.repeat(16));
  },
);

it.each([
  '',
  '02:aa:bb:cc:dd',
  '02:aa:bb:cc:dd:0g',
  '02:aa:bb:cc:dd:01:02',
  '02:aa-bb:cc:dd:01',
  '00:00:00:00:00:00',
  'ff:ff:ff:ff:ff:ff',
])('makes nothing of %j', (mac) => {
  expect(magicPacket(mac)).toBeUndefined();
});

it('is read by the machine that it wakes, and nothing else is', () => {
  const packet = magicPacket('02-AA-bb-cc-dd-01') ?? Buffer.alloc(0);
  expect(wokenAddress(packet)).toBe('02:aa:bb:cc:dd:01');
  const other = Buffer.from(packet);
  other[20] = 0;
  for (const wrong of [Buffer.alloc(0), Buffer.alloc(102), packet.subarray(1), other])
    expect(wokenAddress(wrong)).toBeUndefined();
  expect(wokenAddress(Buffer.concat([packet, packet]))).toBeUndefined();
});
