import { expect, it } from 'vitest';
import { addressBytes, networkBytes } from './address-bytes.ts';

const hex = (bytes: Buffer) => bytes.toString('hex');

it.each([
  ['127.0.0.1', '7f000001'],
  ['::1', `${'0'.repeat(31)}1`],
  ['fd00::12:3', 'fd000000000000000000000000120003'],
  ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008'],
])('writes %s in its bytes', (text, bytes) => {
  expect(hex(addressBytes(text))).toBe(bytes);
});

it.each([
  ['10.1.2.3/8', '0a000000ff000000'],
  ['172.16.0.0/12', 'ac100000fff00000'],
  ['192.168.7.1/32', 'c0a80701ffffffff'],
  ['fc00::/7', `fc${'0'.repeat(30)}fe${'0'.repeat(30)}`],
])('writes %s with its mask', (network, bytes) => {
  expect(hex(networkBytes(network))).toBe(bytes);
});

it('takes nothing that is no address', () => {
  for (const text of ['', 'localhost', '1.2.3', 'fe80::1%eth0']) expect(() => addressBytes(text)).toThrow();
});
