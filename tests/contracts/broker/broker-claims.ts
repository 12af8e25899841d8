/** What the tokens of tutors, devices and runners of one site say. */
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';

const nowS = () => Math.floor(Date.now() / 1000);
type Overrides = Partial<AccessTokenClaims>;
const common = () => ({
  iss: 'lectern',
  aud: 'acme',
  tenant: 'acme',
  site: 'one',
  iat: nowS(),
  exp: nowS() + 900,
});

export const tutorClaims = (sub: string, over: Overrides = {}): AccessTokenClaims => ({
  ...common(),
  sub,
  kind: 'tutor',
  realm: 'console',
  roles: ['consoleUser'],
  ...over,
});
export const deviceClaims = (clientId: string, over: Overrides = {}): AccessTokenClaims => ({
  ...common(),
  sub: clientId,
  clientId,
  userId: `user-of-${clientId}`,
  authType: 'user',
  kind: 'device',
  roles: [],
  ...over,
});
export const runnerClaims = (sub: string, over: Overrides = {}): AccessTokenClaims => ({
  ...common(),
  sub,
  kind: 'runner',
  roles: [],
  ...over,
});
