import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { PageLink } from '#protocol/rest/page-link.ts';
import { pageLinkQuery } from '#rest/admin/sites.ts';
import { StudentPageLink } from './student-page-link.tsx';

afterEach(cleanup);

const HILL = { id: 'hill', name: 'Hill', tags: [], subnodes: [] };

function open(send: (siteId: string) => Promise<PageLink>) {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client.setQueryData(pageLinkQuery('hill').queryKey, { site: 'hill', key: 'page-old' });
  render(
    <QueryClientProvider client={client}>
      <StudentPageLink site={HILL} send={send} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}
const shown = () =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Link of the student page' }).value;
const press = (name: string) => screen.getByRole('button', { name });

it('shows the address that students open, with the key where no server is told of it', () => {
  open(vi.fn());
  expect(shown()).toBe(`${window.location.origin}/student/#site=hill&key=page-old`);
});

it('says whose it is where somebody else manages the site', () => {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client
    .getQueryCache()
    .build(client, { queryKey: pageLinkQuery('hill').queryKey })
    .setState({ status: 'error', error: new AppError('forbidden', 'no') });
  render(
    <QueryClientProvider client={client}>
      <StudentPageLink site={HILL} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('alert').textContent).toContain('It is for those who may give roles on this site.');
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('asks before it makes another link, and keeps the link when told so', async () => {
  const send = vi.fn(async () => ({ site: 'hill', key: 'page-new' }));
  const user = open(send);
  await user.click(press('Make another link'));
  expect(screen.getByText(/opens nothing any more/)).toBeDefined();
  expect(document.activeElement).toBe(press('Keep it'));
  await user.click(press('Keep it'));
  expect(send).not.toHaveBeenCalled();
  await user.click(press('Make another link'));
  await user.click(press('Make another one now'));
  expect(send).toHaveBeenCalledExactlyOnceWith('hill', expect.anything());
  expect(shown()).toContain('key=page-new');
  expect(press('Make another link')).toBeDefined();
});

it('says why there is no other link, and the link stays', async () => {
  const user = open(() => Promise.reject(new AppError('unreachable', 'x')));
  await user.click(press('Make another link'));
  await user.click(press('Make another one now'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^There is no other link\. .+/);
  expect(shown()).toContain('key=page-old');
});
