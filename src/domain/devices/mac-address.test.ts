import { describe, expect, it } from 'vitest';
import { macAddressOf, ownMacAddresses } from './mac-address.ts';

describe('a MAC address', () => {
  it.each([
    'aa:bb:cc:dd:ee:0f',
    'AA:BB:CC:DD:EE:0F',
    'aa-bb-cc-dd-ee-0f',
    'AABBCCDDEE0F',
    'aabb.ccdd.ee0f',
    'aabb-ccdd-ee0f',
    'aabbcc-ddee0f',
    'aa bb cc dd ee 0f',
    'aa.bb.cc.dd.ee.0f',
    'aa:bb:cc:dd:ee:f',
    ' aa‑bb‑cc‑dd‑ee‑0f\u200B',
  ])('has one form, written as %j', (text) => {
    expect(macAddressOf(text)).toBe('aa:bb:cc:dd:ee:0f');
  });

  it.each([
    '',
    '00:00:00:00:00:00',
    '000000000000',
    'ff:ff:ff:ff:ff:ff',
    '01:00:5e:00:00:01',
    'aa:bb:cc:dd:ee',
    'aa:bb-cc:dd:ee:ff',
    '00:00:00:00:00:00:00:e0',
    'aa:bb:cc:dd:ee:fg',
    'none',
    null,
    17,
  ])('is none for %j', (text) => {
    expect(macAddressOf(text)).toBeUndefined();
  });

  it('belongs to one machine, unless software made it up or an adapter moves between machines', () => {
    expect(
      ownMacAddresses([
        '3C-52-82-AA-BB-CC',
        '3c5282aabbcc',
        '02:42:ac:11:00:02',
        '00:50:56:C0:00:08',
        '0A:00:27:00:00:00',
        '00:15:5D:01:02:03',
        '00:05:9A:3C:7A:00',
        '00:FF:1A:2B:3C:4D',
        '20:41:53:59:4E:FF',
        '50:50:54:50:30:30',
        '33:50:6F:45:30:30',
        '00:E0:4C:68:00:01',
        '00:50:B6:12:34:56',
        '44:44:44:44:44:44',
        'FF:FF:FF:FF:FF:FF',
        'n/a',
        undefined,
      ]),
    ).toEqual(['3c:52:82:aa:bb:cc']);
  });
});
