import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError, type AppErrorCode, type AppErrorDetail } from '#protocol/app-error.ts';
import type { FeedbackBody } from '#protocol/rest/feedback.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { forgetSession } from '../../forget-session.ts';
import { FeedbackScreen } from './feedback-screen.tsx';

let sent: FeedbackBody[];
let answer: () => Promise<void>;
const send = (report: FeedbackBody) => {
  sent.push(report);
  return answer();
};
const refusing =
  (code: AppErrorCode, detail: AppErrorDetail = {}) =>
  () =>
    Promise.reject(new AppError(code, 'no', { detail }));

beforeEach(() => {
  sent = [];
  answer = async () => {};
  sessionStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  session.state = { name: 'unknown' };
  vi.restoreAllMocks();
});

function open({ realm = 'console' as 'console' | 'admin', userId = 't', from = '/group/g-17' } = {}) {
  cleanup();
  session.state = signedIn({
    userId,
    realm,
    token: 'secret-token',
    ...(realm === 'admin' && { siteId: undefined, siteName: undefined }),
  });
  const root = createRootRoute();
  const paths = ['feedback', 'group/$groupId', 'admin'];
  const routes = paths.map((path) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: path === 'feedback' ? () => <FeedbackScreen send={send} /> : () => <p>elsewhere</p>,
    }),
  );
  const history = createMemoryHistory({ initialEntries: ['/'] });
  history.replace('/feedback', from === '' ? {} : { from });
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  render(
    <QueryClientProvider client={new QueryClient()}>
      {/* biome-ignore lint/suspicious/noExplicitAny: another tree than the console's */}
      <RouterProvider router={router as any} />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), path: () => router.state.location.pathname };
}

const message = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'What happened?' });
const contact = () => screen.getByRole<HTMLInputElement>('textbox', { name: /How to reach you/ });
const sendButton = () => screen.getByRole('button', { name: 'Send' });
const shown = () =>
  Object.fromEntries(
    [...document.querySelectorAll('[data-diagnostic]')].map((each) => [
      each.getAttribute('data-diagnostic'),
      each.textContent,
    ]),
  );

test('sends the words, the account’s address and exactly the diagnostics that are shown', async () => {
  const { user, path } = open();
  await user.type(await message(), ' The wall is empty ');
  const diagnostics = shown();
  await user.click(sendButton());
  const thanks = await screen.findByRole('heading', { name: 'Thank you for your feedback' });
  expect(document.activeElement).toBe(thanks);
  expect(sent).toEqual([{ message: 'The wall is empty', contact: 'terry@demo.example', diagnostics }]);
  expect(diagnostics).toMatchObject({ realm: 'console', site: 'Riverside', page: '/group/$groupId' });
  expect(diagnostics.appVersion).toMatch(/^\d+\.\d+\.\d+/);
  expect(JSON.stringify(sent)).not.toMatch(/secret-token|g-17|Terry Teacher/);
  await user.click(screen.getByRole('link', { name: 'Go back' }));
  await waitFor(() => expect(path()).toBe('/group/g-17'));
});

test('without diagnostics and without a way back nothing but the words goes', async () => {
  const { user } = open();
  await user.type(await message(), 'x');
  await user.clear(contact());
  await user.click(screen.getByRole('checkbox', { name: 'Include diagnostics' }));
  expect(shown()).toEqual({});
  await user.click(sendButton());
  await screen.findByRole('heading', { name: /Thank you/ });
  expect(sent).toEqual([{ message: 'x' }]);
});

test('asks for the words where there are none, and sends nothing', async () => {
  const { user } = open();
  await user.type(await message(), '   ');
  await user.click(sendButton());
  expect((await message()).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Please write what happened.')).toBeDefined();
  expect(document.activeElement).toBe(await message());
  expect(sent).toEqual([]);
});

test('shows that it is sending, and sends once however often one presses', async () => {
  let finish = () => {};
  answer = () =>
    new Promise((resolve) => {
      finish = resolve;
    });
  const { user } = open();
  await user.type(await message(), 'x');
  await user.click(sendButton());
  const button = screen.getByRole('button', { name: 'Sending…' });
  expect(screen.getByRole('status').textContent).toBe('Sending…');
  await user.click(button);
  await waitFor(() => expect(sent).toHaveLength(1));
  finish();
  await screen.findByRole('heading', { name: /Thank you/ });
  expect(sent).toHaveLength(1);
});

test.each([
  ['no answer', refusing('unreachable'), /Check your connection and press Send/],
  [
    'a failure of the server',
    refusing('server', { status: 500, messages: ['boom'] }),
    /Wait a moment and press Send again/,
  ],
  [
    'too many',
    refusing('server', { status: 429, messages: ['Try again in 7 minutes.'] }),
    /Try again in 7 minutes/,
  ],
  [
    'a refusal',
    refusing('invalid', { status: 400, messages: ['message: Say what happened'] }),
    /Say what happened/,
  ],
  ['the end of the session', refusing('unauthorized'), /sign in again/],
  ['the loss of the site', refusing('forbidden'), /ask an administrator/],
])('after %s the text stays and it says what to try', async (_what, failing, words) => {
  answer = failing;
  const { user } = open();
  await user.type(await message(), 'Long thoughts');
  await user.click(sendButton());
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
  expect((await message()).value).toBe('Long thoughts');
  answer = async () => {};
  await user.click(sendButton());
  await screen.findByRole('heading', { name: /Thank you/ });
});

test('another one begins empty, with the focus in it', async () => {
  const { user } = open();
  await user.type(await message(), 'First');
  await user.click(sendButton());
  await user.click(await screen.findByRole('button', { name: 'Send another' }));
  expect((await message()).value).toBe('');
  expect(contact().value).toBe('terry@demo.example');
  expect(document.activeElement).toBe(await message());
});

test('a draft is still there after a reload, for the same person only, and gone after the sign-out', async () => {
  const { user } = open();
  await user.type(await message(), 'Half a thou');
  await user.clear(contact());
  await user.click(screen.getByRole('checkbox'));
  open();
  expect((await message()).value).toBe('Half a thou');
  expect(contact().value).toBe('');
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
  for (const other of [{ userId: 'u' }, { realm: 'admin' as const }]) {
    open(other);
    expect((await message()).value).toBe('');
  }
  open();
  expect((await message()).value).toBe('Half a thou');
  await forgetSession().catch(() => {});
  open();
  expect((await message()).value).toBe('');
});

test('the page before is still known after a reload, which empties the entry of the history', async () => {
  open();
  await message();
  open({ from: '' });
  await message();
  expect(shown()).toMatchObject({ page: '/group/$groupId' });
});

test('a report from the admin realm names no site', async () => {
  open({ realm: 'admin', from: '/admin' });
  await message();
  expect(shown()).toMatchObject({
    realm: 'admin',
    site: 'none',
    connection: 'not used here',
    page: '/admin',
  });
});
