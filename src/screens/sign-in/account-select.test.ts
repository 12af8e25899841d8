import { expect, test } from 'vitest';
import { tokensOf } from '#session/fakes/fake-auth-service.ts';
import { createAccountSelect } from './account-select.ts';
import { createFakeLoginHost, idTokenOf, refusal } from './fakes/fake-sign-in.ts';

function setUp(options: { token?: string; tenantId?: string; roles?: string[]; refused?: boolean }) {
  const host = createFakeLoginHost();
  if (options.token) host.tokens.write(options.token);
  const calls: string[] = [];
  const accountSelect = createAccountSelect({
    tokens: host.tokens,
    tenantId: options.tenantId,
    identity: host.identity(options.tenantId),
    authOf: () => ({
      async login(_token, body) {
        calls.push(`login ${body.realm}`);
        if (options.refused) throw refusal(403, 'no');
        return tokensOf({ realm: 'admin', siteId: undefined, roles: options.roles ?? [] });
      },
      async logout(token) {
        calls.push(`logout ${token}`);
      },
    }),
    toSignIn: () => host.go('/sign-in'),
  });
  return { host, accountSelect, calls };
}

test('a super admin chooses, and the session that told so is given back', async () => {
  const { host, accountSelect, calls } = setUp({
    token: idTokenOf(),
    tenantId: 'demo',
    roles: ['superAdmin'],
  });
  await accountSelect.start();
  expect(accountSelect.state.step).toMatchObject({
    name: 'choose',
    account: { email: 'teacher@demo.example' },
  });
  expect(calls).toEqual(['login admin', 'logout refresh-1']);
  expect(host.went).toEqual([]);
});

test.each([
  ['without an id token', { tenantId: 'demo', roles: ['superAdmin'] }],
  ['without a tenant', { token: idTokenOf(), roles: ['superAdmin'] }],
  ['without the role', { token: idTokenOf(), tenantId: 'demo', roles: ['consoleUser'] }],
  ['when the login is refused', { token: idTokenOf(), tenantId: 'demo', refused: true }],
])('%s it goes to sign-in', async (_, options) => {
  const { host, accountSelect } = setUp(options);
  await accountSelect.start();
  expect(host.went).toEqual(['/sign-in']);
  expect(accountSelect.state.step.name).toBe('checking');
});
