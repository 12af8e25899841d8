import { describe, expect, it } from 'vitest';
import { createRelaySeal } from './relay-seal.ts';

const SECRET = Buffer.alloc(32, 1);
const CALL = { path: '/mqtt', process: 'a@127.0.0.1:1', site: 'demo/süd', address: '192.0.2.7' };

describe('the seal between processes', () => {
  const seal = createRelaySeal(SECRET, () => 1_000_000);
  const headers = seal.headersFor(CALL, 'body');
  const read = (changes: Record<string, string>, { url = '/mqtt', body = 'body' } = {}) =>
    seal.read({ url, headers: { ...headers, ...changes } }, body);

  it('tells who is meant, which site, and from where the client comes', () => {
    expect(read({})).toEqual(CALL);
    const stray = { ...CALL, site: undefined };
    expect(seal.read({ url: '/mqtt', headers: seal.headersFor(stray) })).toEqual(stray);
  });

  it.each([
    ['another address', { 'x-lectern-address': '192.0.2.8' }],
    ['another site', { 'x-lectern-site': 'demo%2Fnord' }],
    ['another process', { 'x-lectern-process': 'b@127.0.0.1:1' }],
    ['another time', { 'x-lectern-at': '1000001' }],
    ['no seal', { 'x-lectern-seal': '' }],
    ['a time that is none', { 'x-lectern-at': 'soon' }],
  ])('does not stand for %s', (_what, changes) => {
    expect(read(changes)).toBeUndefined();
  });

  it('does not stand for another path or body', () => {
    expect(read({}, { url: '/peerjs' })).toBeUndefined();
    expect(read({}, { body: 'other' })).toBeUndefined();
  });

  it('does not stand with another key, nor for ever', () => {
    expect(
      createRelaySeal(Buffer.alloc(32, 2), () => 1_000_000).read({ url: '/mqtt', headers }, 'body'),
    ).toBe(undefined);
    expect(createRelaySeal(SECRET, () => 1_060_001).read({ url: '/mqtt', headers }, 'body')).toBe(undefined);
  });
});
