// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Group } from '#protocol/rest/group.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';

const groupAt = (time: string) =>
  ({
    id: 'g1',
    title: 'Exam',
    name: 'Exam',
    definitionName: 'deviceGroup',
    wol: { enabled: true, periods: [{ day: 1, time }] },
  }) as Group;

beforeEach(() => {
  session.state = signedIn({ roles: ['groupMaintainer'] });
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  session.state = { name: 'unknown' };
});

test('what is read takes the place of a copy, until something is changed here', async () => {
  const client = new QueryClient();
  const dialog = (time: string) => (
    <QueryClientProvider client={client}>
      <ScheduleDialog group={groupAt(time)} onClose={() => {}} />
    </QueryClientProvider>
  );
  const { rerender } = render(dialog('08:15'));
  expect(screen.getByText('08:15')).toBeDefined();
  rerender(dialog('09:30'));
  expect(screen.getByText('09:30')).toBeDefined();
  expect(screen.queryByText('08:15')).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: /^Remove/ }));
  rerender(dialog('10:45'));
  expect(screen.queryByText('10:45')).toBeNull();
});
