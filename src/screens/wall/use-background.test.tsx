import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import type { Group } from '#protocol/rest/group.ts';
import { groupMedia } from '#rest/group-media.ts';
import { consoleSession } from '#session/console-session.ts';
import { useBackground } from './use-background.ts';
import { createWallStore } from './wall-store.ts';

const OLD = { url: 'https://media.example/old.png', key: 'old', width: 800, height: 600 };

const groupWith = (url: string): Group =>
  ({
    id: 'g1',
    name: '7A',
    settings: {
      gridLayout: { backgroundImageUrl: url, backgroundImageKey: 'key', bgWidth: 800, bgHeight: 600 },
    },
  }) as unknown as Group;

/** What was sent to the platform. */
let saved: unknown[];

beforeEach(() => {
  saved = [];
  localStorage.setItem('REST_URL', 'http://platform.example');
  vi.spyOn(consoleSession, 'freshToken').mockResolvedValue('token');
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    saved.push(JSON.parse(String(body)).settings.gridLayout.backgroundImageUrl);
    return Response.json({ id: 'g1', name: '7A', definitionName: 'userGroup', settings: {} });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function deleteSlowly() {
  const client = new QueryClient();
  const group = groupWith(OLD.url);
  client.setQueryData(['groups'], [group]);
  let answer = () => {};
  vi.spyOn(groupMedia, 'remove').mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  const store = createWallStore({
    storage: () => localStorage,
    clock: createFakeClock(),
    saved: { positions: {}, zoomPercent: 100, tileSize: undefined },
  });
  const { result } = renderHook(() => useBackground(group, store, () => ({ width: 800, height: 600 })), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await act(async () => void result.current.remove(OLD));
  return { client, result, answer: () => act(async () => answer()) };
}

test('a deleted picture leaves the wall', async () => {
  const { answer } = await deleteSlowly();
  await answer();
  await waitFor(() => expect(saved).toEqual([null]));
});

test('a deletion that took long leaves the picture that has come since', async () => {
  const { client, result, answer } = await deleteSlowly();
  client.setQueryData(['groups'], [groupWith('https://media.example/new.png')]);
  await answer();
  await waitFor(() => expect(result.current.work.name).toBe('idle'));
  expect(saved).toEqual([]);
});
