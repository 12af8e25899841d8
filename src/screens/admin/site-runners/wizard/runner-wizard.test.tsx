import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { SiteRunner } from '#protocol/rest/admin/site-runner.ts';
import { RunnerWizard } from './runner-wizard.tsx';

afterEach(cleanup);

const CELLAR: SiteRunner = {
  id: 'r',
  name: 'Cellar',
  siteId: 'north',
  roles: [],
  hostname: null,
  version: null,
  connectedAt: null,
  endedAt: null,
};
const SITES = [{ id: 'north', name: 'North', tags: [], subnodes: [] }];

function open(answer: () => Promise<{ runnerId: string; secret: string }>) {
  const sent: unknown[] = [];
  const closed: true[] = [];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RunnerWizard
        runners={[CELLAR]}
        sites={SITES}
        onClose={() => closed.push(true)}
        send={(fields) => {
          sent.push(fields);
          return answer();
        }}
      />
    </QueryClientProvider>,
  );
  return { sent, closed };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const named = (name: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Runner name' }), { target: { value: name } });
const atNorth = () =>
  fireEvent.change(screen.getByRole('combobox', { name: 'Site' }), { target: { value: '0' } });

it('goes by name and site to the token, and cannot go back from there', async () => {
  const { sent } = open(async () => ({ runnerId: 'r-2', secret: 's3cret' }));
  press('Next');
  expect(screen.getByText('Field is required and can’t be empty')).toBeDefined();
  named('cellar');
  expect(screen.getByText('Runner name should be unique')).toBeDefined();
  named('a'.repeat(256));
  expect(screen.getByText('Max 255 characters')).toBeDefined();
  press('Next');
  expect(screen.queryByRole('combobox', { name: 'Site' })).toBeNull();
  named(' Attic ');
  press('Next');
  press('Create');
  expect(screen.getByText('Choose the site of the runner')).toBeDefined();
  atNorth();
  press('Create');
  expect(await screen.findByDisplayValue('s3cret')).toBeDefined();
  expect(sent).toEqual([{ name: 'Attic', siteId: 'north' }]);
  for (const step of ['Name', 'Site'])
    expect(screen.getByRole('button', { name: step }).getAttribute('aria-disabled')).toBe('true');
});

it('loses nothing where the platform refuses, and is asked again', async () => {
  let isRefused = true;
  const { sent } = open(async () => {
    if (!isRefused) return { runnerId: 'r-2', secret: 's3cret' };
    isRefused = false;
    throw new AppError('unreachable', 'no answer');
  });
  named('Attic');
  press('Next');
  atNorth();
  press('Create');
  expect(await screen.findByText(/The runner was not created\. The server does not answer/)).toBeDefined();
  press('Create');
  expect(await screen.findByDisplayValue('s3cret')).toBeDefined();
  expect(sent).toHaveLength(2);
});

it('asks before a name is lost', async () => {
  const { closed } = open(async () => ({ runnerId: 'r-2', secret: 's3cret' }));
  named('Attic');
  press('Close');
  expect(screen.getByText(/What you entered will be lost/)).toBeDefined();
  expect(closed).toEqual([]);
});
