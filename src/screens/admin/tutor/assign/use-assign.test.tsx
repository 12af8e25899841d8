import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { consoleSession } from '#session/console-session.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { RoleRest } from '../role-rest.ts';
import { useAssign } from './use-assign.ts';

afterEach(() => {
  session.state = { name: 'unknown' };
  vi.restoreAllMocks();
});

const PLAN = { assign: [{ roleId: 'viewer', place: { kind: 'site', siteId: 'h' } as const }], remove: [] };

/** How often the session was renewed after changes of this tutor's roles. */
async function renewals(tutorId: string, change: () => Promise<(string | undefined)[]>): Promise<number> {
  session.state = signedIn({ userId: 'me', realm: 'admin' });
  const renew = vi.spyOn(consoleSession, 'renew').mockResolvedValue(undefined as never);
  const rest = { change } as never;
  const { result } = renderHook(() => useAssign(tutorId, () => {}), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={new QueryClient()}>
        <RoleRest value={rest}>{children}</RoleRest>
      </QueryClientProvider>
    ),
  });
  await act(() => result.current.run(PLAN));
  return renew.mock.calls.length;
}

test('new roles of one’s own are in the session at once', async () => {
  expect(await renewals('me', async () => [undefined])).toBe(1);
});

test('also where some changes failed', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(await renewals('me', () => Promise.reject(new Error('cut')))).toBe(1);
});

test('roles of other tutors change nothing in the session', async () => {
  expect(await renewals('another', async () => [undefined])).toBe(0);
});
