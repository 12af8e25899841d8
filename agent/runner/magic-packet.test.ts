import { expect, it } from 'vitest';
import { magicPacket } from './magic-packet.ts';

it.each(['02:AA:bb:cc:dd:01', '02-aa-bb-cc-dd-01', '02aabbccdd01'])('wakes the machine %s', (mac) => {
  const packet = magicPacket(mac);
  expect(packet?.toString('hex')).toBe('ff'.repeat(6) + '02aabbccdd01'.repeat(16));
});

it.each([
  '',
  '02:aa:bb:cc:dd',
  '02:aa:bb:cc:dd:0g',
  '02:aa:bb:cc:dd:01:02',
  '02:aa-bb:cc:dd:01',
  '02aa.bbcc.dd01',
])('makes nothing of %j', (mac) => {
  expect(magicPacket(mac)).toBeUndefined();
});
