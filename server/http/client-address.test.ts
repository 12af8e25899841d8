import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createClientAddress } from './client-address.ts';

const request = (remoteAddress: string, forwarded?: string) =>
  ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }) as unknown as IncomingMessage;

describe('address of a client', () => {
  it.each([
    [[], '127.0.0.1', undefined, '127.0.0.1'],
    [[], '127.0.0.1', '10.0.0.7', '127.0.0.1'],
    [['loopback'], '127.0.0.1', undefined, '127.0.0.1'],
    [['loopback'], '127.0.0.1', '10.0.0.7', '10.0.0.7'],
    [['loopback'], '::ffff:127.0.0.1', '10.0.0.7', '10.0.0.7'],
    [['loopback'], '::1', 'made-up, 10.0.0.7', '10.0.0.7'],
    [['loopback'], '192.168.0.9', '10.0.0.7', '192.168.0.9'],
    [['10.1.0.0/16'], '10.1.255.4', '172.16.0.1', '172.16.0.1'],
    [['10.1.0.0/16'], '10.2.0.4', '172.16.0.1', '10.2.0.4'],
    [['fd00::/8'], 'fd12::1', '172.16.0.1', '172.16.0.1'],
    [['127.0.0.1', '10.9.9.9'], '127.0.0.1', 'made-up, 172.16.0.1, 10.9.9.9', '172.16.0.1'],
  ])('with the proxies %j, asked from %s and forwarded for %s: %s', (trustedProxies, from, forwarded, is) => {
    expect(createClientAddress({ trustedProxies })(request(from, forwarded))).toBe(is);
  });

  it('tells once of a proxy that nobody has named', () => {
    const said: string[] = [];
    const onUntrustedSender = (address: string) => void said.push(address);
    const addressOf = createClientAddress({ trustedProxies: ['loopback'], onUntrustedSender });
    addressOf(request('127.0.0.1', '192.168.0.7'));
    addressOf(request('10.0.0.5'));
    expect(said).toEqual([]);
    for (const client of ['192.168.0.7', '192.168.0.8'])
      expect(addressOf(request('10.0.0.5', client))).toBe('10.0.0.5');
    expect(said).toEqual(['10.0.0.5']);
  });
});
