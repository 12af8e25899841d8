import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { stunCredentialsSchema } from '#protocol/rest/stun-credentials.ts';
import { createStunCredentialIssuer } from './stun-credentials.ts';

const EIGHT_DAYS_S = 8 * 86_400;
const HALF_A_DAY_S = 43_200;
const TUTOR = { tenant: 'demo', sub: 'tutor-1' };

describe('STUN credentials', () => {
  it('name the own server on port 3478 when nothing else is configured', () => {
    const create = createStunCredentialIssuer(
      { domain: 'localhost', stunServer: undefined, iceServer: undefined, iceSecret: undefined },
      () => 1_000_000,
    );
    expect(create(TUTOR)).toEqual({
      iceServers: [{ urls: 'stun:localhost:3478' }],
      expiresAt: 1_000_000 + EIGHT_DAYS_S * 1000,
    });
  });

  it('carry an expiry and a proof that the TURN server can check with its secret', () => {
    const create = createStunCredentialIssuer(
      {
        domain: 'x.example',
        stunServer: 'stun:stun.x.example:3478',
        iceServer: 'turns:t:2',
        iceSecret: 'shared',
      },
      () => 5_000,
    );
    const answer = v.parse(stunCredentialsSchema, create(TUTOR));
    const turn = answer.iceServers[1];
    const username = turn?.username ?? '';
    expect(turn).toEqual({
      urls: 'turns:t:2',
      username,
      credential: createHmac('sha1', 'shared').update(username).digest('base64'),
    });
    // Half a day: access ends then at the latest after a sign-out or removal.
    expect(username).toMatch(new RegExp(`^${5 + HALF_A_DAY_S}:`));
    expect(answer.expiresAt).toBe(5_000 + HALF_A_DAY_S * 1000);
  });

  it('name nobody to the TURN server, and are of one user name for one holder', () => {
    const create = createStunCredentialIssuer(
      { domain: 'x.example', stunServer: undefined, iceServer: 'turns:t:2', iceSecret: 'shared' },
      () => 5_000,
    );
    const nameOf = (who: typeof TUTOR) => create(who).iceServers[1]?.username;
    expect(nameOf(TUTOR)).not.toContain('tutor');
    expect(nameOf(TUTOR)).toBe(nameOf({ ...TUTOR }));
    expect(nameOf({ ...TUTOR, sub: 'tutor-2' })).not.toBe(nameOf(TUTOR));
    expect(nameOf({ ...TUTOR, tenant: 'other' })).not.toBe(nameOf(TUTOR));
  });
});
