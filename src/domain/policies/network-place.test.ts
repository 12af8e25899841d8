import { describe, expect, it } from 'vitest';
import { canHaveAddresses, isInSsids, isInSubnets } from './network-place.ts';

const inside = { isActive: true, orDisconnected: false };

describe('a network range', () => {
  it.each([
    ['10.20.0.0/16', '10.20.1.7', true],
    ['10.20.0.0/16', '10.21.1.7', false],
    ['192.168.1.128/25', '192.168.1.129', true],
    ['192.168.1.128/25', '192.168.1.127', false],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['255.255.255.255/32', '255.255.255.255', true],
    ['10.20.1.7', '10.20.1.7', true],
    ['10.20.1.7', '10.20.1.70', false],
    ['10.20.*', '10.20.1.7', true],
    ['10.2?.1.7', '10.21.1.7', true],
    ['10.20.0.0/33', '10.20.0.0', false],
    ['10.20.0/16', '10.20.0.1', false],
    ['300.1.1.1/8', '10.20.0.1', false],
    ['*', 'fe80::1', true],
  ])('%s has %s: %s', (subnet, address, expected) => {
    expect(isInSubnets([subnet], inside, { addresses: [address] })).toBe(expected);
  });

  it('is entered with any address', () => {
    expect(isInSubnets(['10.*', '172.*'], inside, { addresses: ['192.168.1.1', '172.16.0.1'] })).toBe(true);
  });
});

it.each([
  ['10.20.0.0/16', true],
  ['10.20.1.7', true],
  ['2001:db8::/32', true],
  ['10.1.*', true],
  ['10.*.3', true],
  ['1*', true],
  ['*', true],
  ['fe80:*', true],
  ['fe80*', true],
  ['10.20.0.0/33', false],
  ['10.20', false],
  ['300.1.1.1', false],
  ['300.*', false],
  ['10.*/16', false],
  ['1.2.3.4.*', false],
  ['abc.*', false],
  ['.*', false],
  ['School*', false],
  ['School', false],
])('the network %s can have addresses: %s', (subnet, expected) => {
  expect(canHaveAddresses(subnet)).toBe(expected);
});

describe('the name of a wireless network', () => {
  it.each([
    ['Room-01', 'Room-01', true],
    ['Room-*', 'room-12', true],
    ['Room-01', 'Room-012', false],
  ])('%s is that of %s: %s', (name, ssid, expected) => {
    expect(isInSsids([name], inside, { addresses: ['10.0.0.1'], ssid })).toBe(expected);
  });

  it('is none on a cable', () => {
    expect(isInSsids(['*'], inside, { addresses: ['10.0.0.1'] })).toBe(false);
  });
});

it.each([
  [true, false, 'inside', true],
  [true, false, 'outside', false],
  [true, false, 'nowhere', false],
  [true, true, 'nowhere', true],
  [true, true, 'outside', false],
  [false, false, 'inside', false],
  [false, false, 'outside', true],
  [false, false, 'nowhere', false],
  [false, true, 'nowhere', true],
])('with isActive %s and orDisconnected %s it holds %s: %s', (isActive, orDisconnected, where, expected) => {
  const places = { inside: ['10.0.0.1'], outside: ['192.168.0.1'], nowhere: [] };
  const addresses = places[where as keyof typeof places];
  expect(isInSubnets(['10.*'], { isActive, orDisconnected }, { addresses })).toBe(expected);
});
