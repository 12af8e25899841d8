import { describe, expect, it } from 'vitest';
import { isUsableStunAnswer, stunCacheKey } from './stun-cache.ts';

const asked = (token: string, tenant: string) =>
  new Request('http://demo.localhost:8080/v1/stun/creds', {
    headers: { authorization: `Bearer ${token}`, 'tenant-key': tenant },
  });

const answer = (body: unknown) => new Response(JSON.stringify(body));
/** A request whose token expires at `exp`, in seconds of the platform's clock. */
function askedUntil(exp: number): Request {
  const claims = { iss: 'i', aud: 'a', sub: 'tess', kind: 'tutor', tenant: 'demo', iat: exp - 900, exp };
  return asked(`e30.${btoa(JSON.stringify(claims))}.x`, 'demo');
}
const iceServers = [{ urls: 'stun:stun.example:3478' }];

describe('kept STUN credentials', () => {
  it('are found again with a refreshed token', () => {
    expect(stunCacheKey(asked('first', 'demo'))).toBe(stunCacheKey(asked('second', 'demo')));
  });

  it('are kept apart by tutor, so that nobody gets those of who was here before', () => {
    const tokenOf = (sub: string, iat: number) => {
      const claims = { iss: 'i', aud: 'a', sub, kind: 'tutor', tenant: 'demo', iat, exp: iat + 900 };
      return `e30.${btoa(JSON.stringify(claims))}.x`;
    };
    const key = (sub: string, iat: number) => stunCacheKey(asked(tokenOf(sub, iat), 'demo'));
    expect(key('tess', 1)).toBe(key('tess', 2));
    expect(key('tess', 1)).not.toBe(key('mel', 1));
  });

  it('are kept apart by tenant', () => {
    expect(stunCacheKey(asked('t', 'demo'))).not.toBe(stunCacheKey(asked('t', 'other')));
  });

  it('are given while they are good', async () => {
    // In the past for this computer's clock: only times of the platform are compared.
    expect(await isUsableStunAnswer(answer({ iceServers, expiresAt: 2_000_000 }), askedUntil(1_000))).toBe(
      true,
    );
    expect(await isUsableStunAnswer(answer({ iceServers }), askedUntil(1_000))).toBe(true);
  });

  it('are fetched anew after their own end', async () => {
    expect(await isUsableStunAnswer(answer({ iceServers, expiresAt: 1_000_000 }), askedUntil(1_000))).toBe(
      false,
    );
  });

  it('are fetched anew when they are malformed', async () => {
    expect(await isUsableStunAnswer(answer({ iceServers: 'none' }), askedUntil(1_000))).toBe(false);
    expect(await isUsableStunAnswer(new Response('<html>'), askedUntil(1_000))).toBe(false);
  });
});
