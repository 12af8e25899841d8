/** Which dialog lies over the list of jobs, whatever is pressed while another one loads or waits for its answer. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SyncJob } from '#protocol/rest/sync-job.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { JobRest } from './job-rest.ts';
import { m } from './messages.ts';
import { SyncJobsScreen } from './sync-jobs-screen.tsx';

const job = (id: string, name: string): SyncJob => ({
  id,
  name,
  integrationId: 'i',
  siteId: 's',
  tagId: null,
  enabled: false,
  frequency: 12,
  lastRan: null,
  mergeStatus: { success: true },
  directorySettings: { ou: '/', recursive: true },
  importSettings: { users: {} },
});

const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}));
  client.setQueryData(['syncs'], [job('p', 'Pupils'), job('t', 'Teachers')]);
  for (const list of ['integrations', 'sites', 'tags']) client.setQueryData([list], []);
});
afterEach(() => {
  cleanup();
  toasts.state.list.length = 0;
  client.clear();
  vi.restoreAllMocks();
});

/** Each deletion is answered by hand. */
function show() {
  const answers: (() => void)[] = [];
  const remove = vi.fn((_: string) => new Promise<void>((resolve) => answers.push(resolve)));
  const never = () => new Promise<never>(() => {});
  render(
    <QueryClientProvider client={client}>
      <JobRest value={{ save: never, run: never, stop: never, preview: never, remove }}>
        <SyncJobsScreen />
      </JobRest>
    </QueryClientProvider>,
  );
  return { answers, remove };
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
/** At once: nothing that is loaded comes between two choices. */
function choose(name: string, item: string) {
  fireEvent.click(screen.getByRole('button', { name: m.menuOf({ name }) }));
  fireEvent.click(screen.getByRole('menuitem', { name: item }));
}
const opened = () => screen.queryAllByRole('dialog').map((dialog) => dialog.getAttribute('aria-label'));

it('an answer that comes after Cancel says so, and leaves the dialog that was opened since', async () => {
  const { answers } = show();
  choose('Pupils', m.deleteJob);
  await press(m.deleteJob);
  await press(m.cancel);
  choose('Teachers', m.deleteJob);
  await act(async () => answers[0]?.());
  expect(toasts.state.list.map(({ text }) => text)).toEqual([m.deleted({ name: 'Pupils' })]);
  expect(opened()).toEqual([m.deleteTitle({ name: 'Teachers' })]);
  await press(m.deleteJob);
  await act(async () => answers[1]?.());
  expect(opened()).toEqual([]);
});

it('the job that is chosen while the dialog of another one still loads is the one that is deleted', async () => {
  const { remove } = show();
  choose('Pupils', m.editJob);
  expect(opened()).toEqual([]);
  choose('Teachers', m.deleteJob);
  expect(opened()).toEqual([m.deleteTitle({ name: 'Teachers' })]);
  await press(m.deleteJob);
  expect(remove).toHaveBeenCalledExactlyOnceWith('t');
});
