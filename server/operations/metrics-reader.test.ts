import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createMetricsReader } from './metrics-reader.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';

const call = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  ({
    headers: { host: '127.0.0.1:8080', ...headers },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

describe('without a token', () => {
  const mayRead = createMetricsReader({ metricsToken: undefined, trustedProxies: [] });

  it('somebody on this machine reads the metrics', () => {
    expect(mayRead(call())).toBe('may-read');
    expect(mayRead(call({ host: 'demo.localhost:8080' }, '::ffff:127.0.0.1'))).toBe('may-read');
    expect(mayRead(call({ host: '[::1]:8080' }, '::1'))).toBe('may-read');
  });

  it.each([
    ['another machine', {}, '192.0.2.7'],
    ['a page whose name was pointed at this machine', { host: 'pages.example:8080' }, '127.0.0.1'],
    ['a stranger behind a proxy that nobody named', { 'x-forwarded-for': '192.0.2.7' }, '127.0.0.1'],
    ['a stranger behind a tunnel', { via: '1.1 tunnel' }, '127.0.0.1'],
  ])('%s does not', (_who, headers, address) => {
    expect(mayRead(call(headers, address))).toBe('off');
  });

  it('nobody does behind a proxy, from where every call comes', () => {
    const proxied = createMetricsReader({ metricsToken: undefined, trustedProxies: ['loopback'] });
    expect(proxied(call())).toBe('off');
  });
});

describe('with a token', () => {
  const mayRead = createMetricsReader({ metricsToken: TOKEN, trustedProxies: ['loopback'] });

  it('who has it reads them from anywhere', () => {
    expect(mayRead(call({ authorization: `Bearer ${TOKEN}`, host: 'a.example' }, '192.0.2.7'))).toBe(
      'may-read',
    );
  });

  it.each([undefined, 'Bearer ', `Bearer ${TOKEN}x`, TOKEN])(
    '%j is not the token, on this machine either',
    (authorization) => {
      expect(mayRead(call(authorization === undefined ? {} : { authorization }))).toBe('wrong-token');
    },
  );
});
