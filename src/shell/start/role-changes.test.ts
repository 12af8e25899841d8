import { proxy } from 'valtio/vanilla';
import { expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import type { SessionState } from '#session/session-state.ts';
import { followRoles } from './role-changes.ts';

function follow() {
  const session = proxy<{ state: SessionState }>({
    state: signedIn({ roles: ['consoleUser', 'groupMaintainer'] }),
  });
  const client = createQueryClient();
  const life = new AbortController();
  const seen: string[] = [];
  const clock = createFakeClock();
  const renew = vi.fn(async () => {});
  followRoles(
    {
      session,
      client,
      router: { invalidate: async () => void seen.push('guards') },
      renew,
      show: ({ text }) => seen.push(text),
      clock,
    },
    life.signal,
  );
  const refuse = (code: 'forbidden' | 'not-found') =>
    client
      .fetchQuery({
        queryKey: [code],
        queryFn: () => Promise.reject(new AppError(code, 'no')),
        staleTime: 0,
      })
      .catch(() => {});
  return { session, client, life, seen, renew, refuse, pass: clock.advance };
}
const settle = () => new Promise<void>((resolve) => setTimeout(resolve));

test('other roles are said, and the guards and what was read look again', async () => {
  const { session, client, seen } = follow();
  client.setQueryData(['groups'], []);
  session.state = signedIn({ roles: ['groupMaintainer', 'consoleUser'] });
  await settle();
  expect(seen).toEqual([]);
  session.state = signedIn({ roles: ['consoleUser'] });
  await settle();
  expect(seen).toEqual([
    'Your roles on Riverside have changed, and with them what you can see and do here.',
    'guards',
  ]);
  expect(client.getQueryState(['groups'])?.isInvalidated).toBe(true);
});

test('a sign-out is no change of roles, and after the end of the page nothing is followed', async () => {
  const { session, life, seen, refuse, renew } = follow();
  session.state = { name: 'signed-out' };
  await settle();
  life.abort();
  session.state = signedIn({ roles: [] });
  await settle();
  await refuse('forbidden');
  expect(seen).toEqual([]);
  expect(renew).not.toHaveBeenCalled();
});

test('a refused read asks for the roles, one that found nothing does not, and many ask once', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { refuse, renew, pass } = follow();
  await refuse('not-found');
  expect(renew).not.toHaveBeenCalled();
  await refuse('forbidden');
  expect(renew).toHaveBeenCalledTimes(1);
  await pass(3_000);
  await refuse('forbidden');
  expect(renew).toHaveBeenCalledTimes(2);
  // What is taken away while the answer is new is asked for after a while.
  await refuse('forbidden');
  await refuse('forbidden');
  expect(renew).toHaveBeenCalledTimes(2);
  await pass(3_000);
  expect(renew).toHaveBeenCalledTimes(3);
  await pass(3_000);
  expect(renew).toHaveBeenCalledTimes(3);
});

test('a refused write asks for them too', async () => {
  const { client, renew } = follow();
  const mutation = client.getMutationCache().build(client, {
    mutationFn: () => Promise.reject(new AppError('forbidden', 'no')),
  });
  await mutation.execute(undefined).catch(() => {});
  expect(renew).toHaveBeenCalledTimes(1);
});
