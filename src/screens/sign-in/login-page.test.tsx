import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { createFakeLoginHost, idTokenOf, refusal } from './fakes/fake-sign-in.ts';
import { createLogin } from './login.ts';
import type { LoginHash } from './login-hash.ts';
import { LoginPage } from './login-page.tsx';

const request = { state: 's'.repeat(16), challenge: 'c'.repeat(43) };
const fromConsole: LoginHash = { tenant: 'demo', continuePath: '/', request, fresh: false };

async function show(
  hash: LoginHash,
  prepare: (host: ReturnType<typeof createFakeLoginHost>) => void = () => {},
) {
  const host = createFakeLoginHost();
  prepare(host);
  const login = createLogin({
    hash,
    tokens: host.tokens,
    identity: host.identity(hash.tenant),
    authOf: () => ({ sites: () => host.sites(), handOver: () => host.handOver() }),
    go: host.go,
  });
  render(<LoginPage login={login} account={host.tokens.account} ended={hash.ended} />);
  await act(() => login.start());
  return { host, user: userEvent.setup() };
}
const signedIn = (sites?: () => Promise<never>) => (host: ReturnType<typeof createFakeLoginHost>) => {
  host.tokens.write(idTokenOf());
  if (sites) host.sites = sites;
};

describe('identity', () => {
  test.each([
    ['tutor-deleted', 'your account was removed from this tenant'],
    ['site-deleted', 'the site that you were on was deleted. Sign in to go on with another site.'],
    ['no-role-on-site', 'you have no role on that site any more'],
    ['no-management', 'you do not manage this tenant any more'],
  ] as const)('says why the session before is over: %s', async (ended, words) => {
    await show({ ...fromConsole, fresh: true, ended });
    expect(screen.getByRole('status').textContent).toContain(words);
    expect(screen.getByRole('button', { name: 'Sign in with Google' })).toBeTruthy();
  });

  test('the two buttons wait for a tenant id', async () => {
    const { user } = await show({ continuePath: '/', fresh: false });
    const buttons = () =>
      ['Sign in with Google', 'Sign in with Microsoft'].map(
        (name) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled,
      );
    expect(buttons()).toEqual([true, true]);
    await user.type(screen.getByLabelText('Tenant id'), '  ');
    expect(buttons()).toEqual([true, true]);
    await user.type(screen.getByLabelText('Tenant id'), 'demo');
    expect(buttons()).toEqual([false, false]);
  });

  test('an unknown tenant is an alert', async () => {
    const { user } = await show({ continuePath: '/', fresh: false });
    await user.type(screen.getByLabelText('Tenant id'), 'nowhere');
    await user.click(screen.getByRole('button', { name: 'Sign in with Google' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid tenant id');
  });

  test('a blocked window is said, with a link to open it', async () => {
    const { user } = await show(fromConsole, (host) => {
      host.blockWindows = true;
    });
    await user.click(screen.getByRole('button', { name: 'Sign in with Google' }));
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Open the sign-in window' });
    expect(link.href).toContain('http://id.localhost:8080/google/auth?');
    expect(link.target).toBe('_blank');
  });
});

describe('sites', () => {
  test('Login needs a selected site; arrows and Enter are enough', async () => {
    const { host, user } = await show(fromConsole, signedIn());
    const login = screen.getByRole<HTMLButtonElement>('button', { name: 'Login' });
    expect(login.disabled).toBe(true);
    await user.click(screen.getByRole('radio', { name: 'Hillcrest Campus' }));
    expect(login.disabled).toBe(false);
    await user.keyboard('{Enter}');
    expect(host.went).toEqual([`http://demo.localhost:8080/redirect#code=code-1&state=${request.state}`]);
  });

  test('Login as Admin is offered with management access only', async () => {
    await show(fromConsole, signedIn());
    expect(screen.queryByRole('button', { name: 'Login as Admin' })).toBeNull();
  });

  test('without a site the text says so, and management access still has its way in', async () => {
    await show(fromConsole, (host) => {
      host.tokens.write(idTokenOf());
      host.sites = async () => ({ sites: [], managementAccess: true });
    });
    expect(screen.getByRole('status').textContent).toBe(
      'Your account is not associated with any sites under this tenant. Permissions will need to be configured by an admin. You are one: choose “Login as Admin” to add the first site.',
    );
    expect(screen.queryByRole('button', { name: /^Login$|Check again/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Login as Admin' })).toBeDefined();
  });

  test('a tenant that nobody manages yet leads to the page where its first administrator signs up', async () => {
    await show(
      fromConsole,
      signedIn(() => Promise.reject(new AppError('no-administrator', 'x', { detail: { status: 401 } }))),
    );
    expect(screen.getByRole('status').textContent).toMatch(/^This tenant has no administrator yet\./);
    const link = screen.getByRole('link', { name: 'Create the first administrator' });
    expect(link.getAttribute('href')).toBe('/sign-up#tenant=demo');
  });

  test('who has no site yet can look again, once an administrator has given one', async () => {
    const { host, user } = await show(fromConsole, (fake) => {
      fake.tokens.write(idTokenOf());
      fake.sites = async () => ({ sites: [], managementAccess: false });
    });
    host.sites = async () => ({ sites: [{ id: 'h', name: 'Hillcrest Campus' }], managementAccess: false });
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByRole('radio', { name: 'Hillcrest Campus' })).toBeDefined();
  });

  test.each([
    [
      refusal(401, 'Unknown here.'),
      'This user is not authorised to access this tenant. A tenant administrator may need to set up your account. Unknown here.',
    ],
    [
      refusal(401),
      'This user is not authorised to access this tenant. A tenant administrator may need to set up your account. No additional details provided.',
    ],
    [refusal(503, 'Down.'), 'An error occurred while fetching sites (503): Down.'],
    [refusal(502), 'An error occurred while fetching sites (502): No additional details provided.'],
    [
      new AppError('unreachable', 'x'),
      'The sign-in service cannot be reached. Check your connection and try again.',
    ],
  ])('%s is said in the specified words', async (error, text) => {
    await show(
      fromConsole,
      signedIn(() => Promise.reject(error)),
    );
    expect(screen.getByRole('alert').textContent).toBe(text);
    expect(screen.getByRole('button', { name: 'Change account?' })).toBeDefined();
  });

  test('many sites can be searched, and a hidden one cannot be logged in to', async () => {
    const { user } = await show(fromConsole, (host) => {
      host.tokens.write(idTokenOf());
      const names = Array.from({ length: 20 }, (_, n) => `School ${n}`);
      host.sites = async () => ({
        sites: names.map((name) => ({ id: name, name })),
        managementAccess: false,
      });
    });
    await user.click(screen.getByRole('radio', { name: 'School 3' }));
    await user.type(screen.getByRole('searchbox'), 'school 1');
    expect(screen.getAllByRole('radio')).toHaveLength(11);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Login' }).disabled).toBe(true);
  });
});
