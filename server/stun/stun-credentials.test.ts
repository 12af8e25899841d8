import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { stunCredentialsSchema } from '#protocol/rest/stun-credentials.ts';
import { createStunCredentials } from './stun-credentials.ts';

const EIGHT_DAYS_S = 8 * 86_400;

describe('STUN credentials', () => {
  it('name the own server on port 3478 when nothing else is configured', () => {
    const create = createStunCredentials(
      { domain: 'localhost', stunServer: undefined, iceServer: undefined, iceSecret: undefined },
      () => 1_000_000,
    );
    expect(create({ sub: 'tutor-1' })).toEqual({
      iceServers: [{ urls: 'stun:localhost:3478' }],
      expiresAt: 1_000_000 + EIGHT_DAYS_S * 1000,
    });
  });

  it('carry an expiry and a proof that the TURN server can check with its secret', () => {
    const create = createStunCredentials(
      {
        domain: 'x.example',
        stunServer: 'stun:stun.x.example:3478',
        iceServer: 'turns:t:2',
        iceSecret: 'shared',
      },
      () => 5_000,
    );
    const answer = v.parse(stunCredentialsSchema, create({ sub: 'tutor-1' }));
    const username = `${5 + EIGHT_DAYS_S}:tutor-1`;
    expect(answer.iceServers[1]).toEqual({
      urls: 'turns:t:2',
      username,
      credential: createHmac('sha1', 'shared').update(username).digest('base64'),
    });
  });
});
