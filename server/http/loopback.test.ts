import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isLoopbackAddress, isOwnCall } from './loopback.ts';

describe('loopback', () => {
  it('knows the addresses that nobody else can reach', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', 'localhost'].every(isLoopbackAddress)).toBe(
      true,
    );
    expect(['0.0.0.0', '10.0.0.1', '::', '127.evil.example', ''].some(isLoopbackAddress)).toBe(false);
  });

  const call = (headers: Record<string, string | undefined> = {}, remoteAddress = '127.0.0.1') =>
    ({ headers: { host: 'id.localhost:8080', ...headers }, socket: { remoteAddress } }) as IncomingMessage;

  it('accepts calls of this machine under one of its own names', () => {
    for (const host of ['id.localhost:8080', 'localhost', '127.0.0.1:8080', '[::1]:8080'])
      expect(isOwnCall(call({ host }, '::ffff:127.0.0.1')), host).toBe(true);
    expect(
      isOwnCall(call({ 'user-agent': 'curl', accept: '*/*', 'x-request-id': 'r', origin: 'null' })),
    ).toBe(true);
    expect(isOwnCall(call({}, '192.0.2.7'))).toBe(false);
  });

  it.each(['pages.example:8080', 'localhost.example', '192.0.2.7', '0.0.0.0', '', undefined])(
    'refuses the host name %j',
    (host) => {
      expect(isOwnCall(call({ host }))).toBe(false);
    },
  );

  it.each([
    'forwarded',
    'forwarded-for',
    'via',
    'cdn-loop',
    'x-forwarded',
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-original-forwarded-for',
    'x-original-host',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'true-client-ip',
    'fly-client-ip',
    'fastly-client-ip',
    'cf-connecting-ip',
    'cf-ray',
    'x-envoy-external-address',
    'x-azure-clientip',
    'x-arr-log-id',
    'x-amzn-trace-id',
    'x-appengine-user-ip',
    'x-remote-addr',
    'http-x-forwarded-for',
    'x-vercel-forwarded-for',
    'x-forwarder-for',
    'x-nginx-proxy',
    'proxy-connection',
    'x-bluecoat-via',
    'x-amz-cf-id',
    'cloudfront-viewer-address',
    'akamai-origin-hop',
    'tailscale-user-login',
    'fly-region',
  ])('refuses a call with the header %s, which a proxy added', (name) => {
    expect(isOwnCall(call({ [name]: '192.0.2.7' }))).toBe(false);
  });
});
