import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#rest/query-client.ts';
import { siteListQuery } from '#rest/site-list.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { UserMenu } from './user-menu.tsx';

afterEach(() => {
  session.state = { name: 'unknown' };
  vi.unstubAllGlobals();
});

test('ends with the version of Lectern', async () => {
  session.state = signedIn({});
  const client = createQueryClient();
  client.setQueryData(siteListQuery().queryKey, { sites: [], managementAccess: false });
  render(
    <QueryClientProvider client={client}>
      <UserMenu />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: /^Account of/ }));
  expect(await screen.findByText(`Lectern ${manifest.version}`)).toBeTruthy();
});
