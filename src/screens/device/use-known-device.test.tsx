import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { consoleSession } from '#session/console-session.ts';
import { useKnownDevice } from './use-known-device.ts';

const PLACE = { deviceManagementId: 'd1', authType: 'user', userId: 'u1', section: 'group' } as const;

beforeEach(() => {
  localStorage.setItem('REST_URL', 'http://platform.example');
  vi.spyOn(consoleSession, 'freshToken').mockResolvedValue('token');
  vi.spyOn(console, 'info').mockImplementation(() => {});
});

test.each([
  ['says that it has none', 404, false],
  ['fails', 500, true],
  ['is away', 503, true],
])('where the platform %s (%i), a device is in the directory: %s', async (_, status, isThere) => {
  const asked = vi.fn(async () => Response.json({ message: 'no', messages: [] }, { status }));
  vi.stubGlobal('fetch', asked);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = (props: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{props.children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useKnownDevice(PLACE, false), { wrapper });
  await waitFor(() => expect(client.getQueryState(['devices', 'd1'])?.status).toBe('error'));
  expect(result.current.isThere).toBe(isThere);
});
