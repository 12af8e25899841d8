import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CHANGE_TIME_HEADER, CHANGED_HEADER } from '#protocol/rest/change-time.ts';
import { createRest } from './http.ts';
import { createOwnChanges } from './own-changes.ts';
import { createQueryClient, invalidateChanged } from './query-client.ts';
import { useWrite } from './use-write.ts';

const notification = (at: number, id = 'g') => ({ resource: 'groups', id, change: 'updated' as const, at });

function holdBack() {
  let letGo = () => {};
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { until, letGo };
}

/** A list of groups that is on the screen, and a button that writes one. `changedAt`: the platform's time of the change. */
async function show({ changedAt = 1_000, status = 200, changed = ['groups'], isShown = true } = {}) {
  const reads: string[] = [];
  const shown: unknown[] = [];
  const own = createOwnChanges();
  const rest = createRest({
    async fetch(url, init) {
      if (init.method !== 'PUT') throw new Error(`nothing is read from ${url}`);
      const headers = { [CHANGE_TIME_HEADER]: String(changedAt), [CHANGED_HEADER]: 'groups#g policies' };
      return new Response('{}', { status, headers });
    },
    restUrl: () => 'http://demo.localhost',
    tenantKey: () => 'demo',
    freshToken: async () => 'token',
    onChange: own.note,
  });
  const client = createQueryClient();
  const wrapper = (props: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{props.children}</QueryClientProvider>
  );
  const slow = { answer: undefined as Promise<void> | undefined };
  const queryFn = async () => {
    reads.push('groups');
    await slow.answer;
    return ['read'];
  };
  const { result } = renderHook(
    () => ({
      list: useQuery({ queryKey: ['groups'], queryFn }),
      write: useWrite({
        send: (name: string) => rest.putDocument('/groups/g', { name }),
        changed: { queryKey: changed },
        show: (cache, name) => void (isShown && cache.setQueryData(['groups'], [name])),
      }),
    }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.list.data).toEqual(['read']));
  reads.length = 0;
  const stop = client.getQueryCache().subscribe(() => shown.push(client.getQueryData(['groups'])));
  onTestFinished(stop);
  const announce = (at: number, id?: string) =>
    act(() => invalidateChanged(client, [notification(at, id)], own));
  return { result, reads, shown, announce, client, slow };
}

test('a change that is made here is read once, though the platform announces it too', async () => {
  const { result, reads, announce } = await show();
  await act(() => result.current.write.mutateAsync('new'));
  await waitFor(() => expect(reads).toEqual(['groups']));
  await announce(1_000);
  expect(reads).toEqual(['groups']);
});

test('what a write has not read again is read when the platform announces it', async () => {
  const { result, reads, announce } = await show({ changed: ['policies'], isShown: false });
  await act(() => result.current.write.mutateAsync('new'));
  expect(reads).toEqual([]);
  await announce(1_000);
  expect(reads).toEqual(['groups']);
});

test('a later change of somebody else is read as well', async () => {
  const { result, reads, announce } = await show();
  await act(() => result.current.write.mutateAsync('new'));
  await announce(1_001);
  await waitFor(() => expect(reads).toHaveLength(2));
});

test('a change of a colleague in the same millisecond is read as well', async () => {
  const { result, reads, announce } = await show();
  await act(() => result.current.write.mutateAsync('new'));
  await waitFor(() => expect(reads).toHaveLength(1));
  await announce(1_000, 'another-group');
  expect(reads).toHaveLength(2);
});

test.each([
  ['has ended after it', true],
  ['is still under way', false],
])(
  'a read that began before the write and %s is done again when the change is announced',
  async (_, hasEnded) => {
    const { result, reads, announce, client, slow } = await show({ changed: ['policies'], isShown: false });
    const held = holdBack();
    slow.answer = held.until;
    const early = client.refetchQueries({ queryKey: ['groups'] });
    await act(() => result.current.write.mutateAsync('new'));
    slow.answer = undefined;
    if (hasEnded) {
      held.letGo();
      await early;
    }
    expect(reads).toHaveLength(1);
    await announce(1_000);
    expect(reads).toHaveLength(2);
    held.letGo();
  },
);

test('what is known of it is shown before it has been read', async () => {
  const { result, shown } = await show();
  await act(() => result.current.write.mutateAsync('new'));
  await waitFor(() => expect(shown.at(-1)).toEqual(['read']));
  expect(shown).toContainEqual(['new']);
});

test('what failed changes nothing, and a notification of that time is read', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { result, reads, announce } = await show({ status: 500 });
  await act(() => result.current.write.mutateAsync('new').catch(() => {}));
  await waitFor(() => expect(result.current.write.isError).toBe(true));
  expect(reads).toEqual([]);
  await announce(1_000);
  expect(reads).toEqual(['groups']);
});
