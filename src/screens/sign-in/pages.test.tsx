import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createFakeLoginHost, idTokenOf, refusal } from './fakes/fake-sign-in.ts';
import { IdentityRedirectPage } from './identity-redirect-page.tsx';
import { createSignUp } from './sign-up.ts';
import { SignUpPage } from './sign-up-page.tsx';
import { StartProblemPage } from './start-problem-page.tsx';

afterEach(() => vi.useRealTimers());

describe('the identity provider’s return', () => {
  test('closes its window after two seconds', async () => {
    vi.useFakeTimers();
    const closeWindow = vi.fn();
    render(<IdentityRedirectPage answer={Promise.resolve({ name: 'accepted' })} closeWindow={closeWindow} />);
    await act(async () => {});
    expect(screen.getByRole('status').textContent).toBe('You’re signed in. This window closes by itself.');
    act(() => vi.advanceTimersByTime(1_900));
    expect(closeWindow).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(100));
    expect(closeWindow).toHaveBeenCalledOnce();
    expect(screen.getByRole('status').textContent).toBe('You can close this window now.');
  });

  test('stays open with what went wrong', async () => {
    vi.useFakeTimers();
    const closeWindow = vi.fn();
    const outcome = { name: 'refused', text: 'Invalid Google ID Token format.' } as const;
    render(<IdentityRedirectPage answer={Promise.resolve(outcome)} closeWindow={closeWindow} />);
    await act(async () => {});
    act(() => vi.advanceTimersByTime(10_000));
    expect(closeWindow).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toBe('Invalid Google ID Token format.');
  });
});

describe('a console that cannot start', () => {
  const actions = { loginUrl: 'http://login.localhost', reload: vi.fn(), signInAgain: vi.fn() };

  test('for an unknown tenant', () => {
    render(
      <StartProblemPage problem={{ name: 'tenant-not-found', tenantKey: 'nowhere' }} actions={actions} />,
    );
    expect(screen.getByRole('heading').textContent).toBe('Tenant not found');
    expect(screen.getByText('Tenant nowhere is not found in the product’s cloud.')).toBeDefined();
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Log in into another tenant' }).href).toBe(
      'http://login.localhost/sign-in',
    );
  });

  test('without a configuration', () => {
    render(<StartProblemPage problem={{ name: 'tenant-unavailable' }} actions={actions} />);
    expect(screen.getByRole('alert').textContent).toBe(
      'There is an issue with tenant configuration. Please try again later or contact support',
    );
    screen.getByRole('button', { name: 'Try again' }).click();
    expect(actions.reload).toHaveBeenCalledOnce();
  });

  test('with a forged hand-over', () => {
    render(<StartProblemPage problem={{ name: 'hand-over-refused' }} actions={actions} />);
    screen.getByRole('button', { name: 'Sign in again' }).click();
    expect(actions.signInAgain).toHaveBeenCalledOnce();
  });
});

describe('sign-up', () => {
  async function show(createAdmin: (idToken: string, code: string) => Promise<string>) {
    const host = createFakeLoginHost();
    host.tokens.write(idTokenOf());
    const signUp = createSignUp({ identity: host.identity('demo'), authOf: () => ({ createAdmin }) });
    render(<SignUpPage signUp={signUp} />);
    await act(() => signUp.identity.continueWithAccount());
    const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create administrator account' });
    expect(create.disabled).toBe(true);
    await act(async () => {
      fireEvent.change(screen.getByLabelText('Set-up code'), { target: { value: ' abc-def ' } });
    });
    await act(async () => create.click());
  }

  test('a failure shows the server’s message', async () => {
    await show(() => Promise.reject(refusal(409, 'This tenant has an administrator.')));
    expect(screen.getByRole('alert').textContent).toBe('This tenant has an administrator.');
  });

  test('a success leads to sign-in at that tenant', async () => {
    const createAdmin = vi.fn(async (_idToken: string, _code: string) => 'tutor-1');
    await show(createAdmin);
    expect(createAdmin.mock.calls[0]?.[1]).toBe('abc-def');
    expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe(
      '/sign-in#tenant=demo',
    );
  });
});
