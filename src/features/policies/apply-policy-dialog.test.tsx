import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { AppliedPolicy, Policy, RecipientPolicies } from '#protocol/rest/policy.ts';
import {
  type PolicyTarget,
  type PolicyWrite,
  policiesQuery,
  type RecipientsChange,
  type RecipientTarget,
} from '#rest/policies.ts';
import { activities } from '#shell/activity/activity.ts';
import { ApplyPolicyDialog } from './apply-policy-dialog.tsx';
import { PolicyRest } from './policy-rest.ts';

const policy = (id: string, name = id, more: Partial<Policy> = {}): Policy => ({
  id,
  name,
  meta: {},
  disabled: false,
  ...more,
});
const applied = (policyId: string, more: Partial<AppliedPolicy> = {}): AppliedPolicy => ({
  id: `${policyId}-x`,
  policyId,
  name: policyId,
  meta: {},
  disabled: false,
  ...more,
});

let lists: Map<string, AppliedPolicy[]>;
let written: [string, PolicyWrite | RecipientsChange][];
let put: (target: PolicyTarget, write: PolicyWrite) => Promise<AppliedPolicy[]>;
let changeMany: (
  targets: readonly RecipientTarget[],
  change: RecipientsChange,
) => Promise<RecipientPolicies[]>;
let read: (target: PolicyTarget) => Promise<AppliedPolicy[]>;
let onClose: ReturnType<typeof vi.fn<() => void>>;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  written = [];
  onClose = vi.fn<() => void>();
  read = async ({ id }) => lists.get(id) ?? [];
  put = async ({ id }, write) => {
    written.push([id, write]);
    return [];
  };
  changeMany = async (targets, change) => {
    written.push([targets.map(({ id }) => id).join(' '), change]);
    return targets.map((target) => ({ ...target, policies: [] }));
  };
});
afterEach(() => {
  cleanup();
  for (const { id } of activities.list()) activities.close(id);
  vi.restoreAllMocks();
});

/** As the platform reads many: those that cannot be read are left out, unless it is out of reach. */
async function readMany(targets: readonly RecipientTarget[]) {
  const lists = await Promise.allSettled(targets.map((target) => read(target)));
  const failure = lists.find((list) => list.status === 'rejected')?.reason;
  if (failure instanceof AppError && failure.code === 'unreachable') throw failure;
  return lists.flatMap((list, at) => {
    const target = targets[at];
    return list.status === 'fulfilled' && target ? [{ ...target, policies: list.value }] : [];
  });
}

/** Policies themselves are not written here. */
const unwanted = () => Promise.reject(new Error('a policy was written'));

type Opened = { policies?: Policy[]; has?: Record<string, AppliedPolicy[]>; without?: string[] };

async function open({ policies = [policy('Quiet'), policy('Games')], has = {}, without = [] }: Opened = {}) {
  lists = new Map(Object.entries(has));
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 300_000, retry: false } } });
  client.setQueryData(policiesQuery().queryKey, policies);
  const recipients = [...lists.keys()].map((id) => ({
    target: { kind: 'devices' as const, id },
    name: `Device ${id}`,
  }));
  render(
    <QueryClientProvider client={client}>
      <PolicyRest
        value={{
          read: (target) => read(target),
          put: (target, write) => put(target, write),
          readMany,
          changeMany: (targets, change) => changeMany(targets, change),
          create: unwanted,
          save: unwanted,
          remove: unwanted,
        }}
      >
        <ApplyPolicyDialog recipients={recipients} without={without} onClose={onClose} />
      </PolicyRest>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const box = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const confirm = () => screen.getByRole('button', { name: 'Confirm' });
const isUseless = () => confirm().getAttribute('aria-disabled');

test('a policy is checked, unchecked, or applied to some of the selected', async () => {
  await open({ has: { d1: [applied('Quiet')], d2: [applied('Quiet'), applied('Games')] } });
  expect((await box('Quiet')).checked).toBe(true);
  const games = await box('Games applied to 1 of 2');
  expect(games.indeterminate).toBe(true);
  expect(games.checked).toBe(false);
  expect(screen.getByText('For 2 devices')).toBeDefined();
});

test('checking clears indeterminate', async () => {
  const user = await open({ has: { d1: [applied('Games')], d2: [] } });
  await user.click(await box(/^Games/));
  const games = await box('Games');
  expect(games.indeterminate).toBe(false);
  expect(games.checked).toBe(true);
});

test('Confirm does nothing while the selection equals the current state', async () => {
  const user = await open({ has: { d1: [] } });
  await box('Quiet');
  expect(isUseless()).toBe('true');
  expect(confirm().getAttribute('aria-description')).toBe('Nothing has changed yet');
  await user.click(confirm());
  expect(written).toEqual([]);
  await user.click(await box('Quiet'));
  expect(isUseless()).toBe('false');
  await user.click(await box('Quiet'));
  expect(isUseless()).toBe('true');
});

test('one target gets its full list, with the one it was made of; what is partially applied stays, with its own fields', async () => {
  const has = { d1: [applied('Games', { disabled: true, expiry: '2030-01-01T00:00:00Z' })] };
  const user = await open({ has });
  await user.click(await box('Quiet'));
  await user.click(confirm());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(Object.fromEntries(written)).toMatchObject({
    d1: {
      former: has.d1,
      policies: [{ policyId: 'Games', disabled: true, expiry: '2030-01-01T00:00:00Z' }, QUIET],
    },
  });
});

const QUIET = { policyId: 'Quiet', disabled: false, disabledTTL: null, expiry: null };

test('many get what is different by one call, whatever else they have', async () => {
  const has = { d1: [applied('Games', { disabled: true })], d2: [applied('Old')] };
  const user = await open({ policies: [policy('Quiet'), policy('Games'), policy('Old')], has });
  await user.click(await box('Quiet'));
  await user.click(confirm());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(written).toEqual([['d1 d2', { add: [QUIET], remove: [] }]]);
});

test('three thousand are read by a few calls, and the dialog displays how many have come', async () => {
  const ids = Array.from({ length: 3_000 }, (_, at) => `d${at}`);
  const works = read;
  let hold = true;
  read = async (target) => {
    if (target.id === 'd2999') await vi.waitFor(() => expect(hold).toBe(false));
    return works(target);
  };
  await open({ has: Object.fromEntries(ids.map((id) => [id, id === 'd7' ? [applied('Games')] : []])) });
  expect(await screen.findByText('Loaded 2,500 of 3,000…')).toBeDefined();
  hold = false;
  expect(await box('Games applied to 1 of 3,000')).toBeDefined();
});

test('who has it already is left alone, and the activity area can put all back', async () => {
  const user = await open({ has: { d1: [applied('Games')], d2: [] } });
  await user.click(await box(/^Games/));
  await user.click(confirm());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(written.map(([id]) => id)).toEqual(['d2']);
  const [activity] = activities.list();
  if (activity === undefined) throw new Error('nothing was reported');
  expect(activity.title).toBe('Apply Policy');
  activities.undo(activity);
  await waitFor(() => expect(written).toHaveLength(2));
  const games = { policyId: 'Games', disabled: false, disabledTTL: null, expiry: null };
  expect(written[1]).toEqual(['d2', { policies: [], former: [games] }]);
});

test('a failure is listed by name, and only it is tried again', async () => {
  const user = await open({ has: { d1: [], d2: [], d3: [applied('Quiet')] } });
  const works = changeMany;
  changeMany = async (targets, change) =>
    works(
      targets.filter(({ id }) => id !== 'd2'),
      change,
    );
  await user.click(await box('Quiet applied to 1 of 3'));
  await user.click(confirm());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Could not be changed for: Device d2');
  expect(onClose).not.toHaveBeenCalled();
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(written.map(([id]) => id)).toEqual(['d1', 'd2']);
});

test('who may not change anything reads that', async () => {
  const user = await open({ has: { d1: [], d2: [] } });
  changeMany = () => Promise.reject(new AppError('forbidden', 'no'));
  await user.click(await box('Quiet'));
  await user.click(confirm());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('You are not allowed to change the policies of: Device d1, Device d2');
});

test('while it is being written the dialog says how far it is', async () => {
  let finish: () => void = () => {};
  const user = await open({ has: { d1: [applied('Quiet'), applied('Games')], d2: [applied('Games')] } });
  put = ({ id }) =>
    id === 'd1' ? Promise.resolve([]) : new Promise((resolve) => (finish = () => resolve([])));
  await user.click(await box('Quiet applied to 1 of 2'));
  await user.click(await box('Games'));
  await user.click(confirm());
  expect(await screen.findByText('Saved 1 of 2…')).toBeDefined();
  finish();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

test('search narrows the list, and what is checked out of sight stays checked', async () => {
  const user = await open({ has: { d1: [] } });
  await user.click(await box('Quiet'));
  await user.type(screen.getByRole('searchbox', { name: 'Search policies…' }), 'gAm');
  expect(screen.queryByRole('checkbox', { name: 'Quiet' })).toBeNull();
  expect(await box('Games')).toBeDefined();
  await user.type(screen.getByRole('searchbox'), 'zz');
  expect(screen.getByText('No matching policies found')).toBeDefined();
  await user.click(confirm());
  await waitFor(() => expect(written).toHaveLength(1));
});

test('says who of the selection cannot get policies', async () => {
  await open({ has: { d1: [] }, without: ['Guest 7'] });
  expect(await screen.findByText(/Sessions without a device cannot get any: Guest 7/)).toBeDefined();
});

test('says that none of the selection can', async () => {
  await open({ without: ['Guest 7'] });
  expect(screen.getByText('None of the selected can get policies')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
});

test('where nothing could be read it says so, and reads again', async () => {
  const works = read;
  read = () => Promise.reject(new AppError('unreachable', 'no'));
  const user = await open({ has: { d1: [] } });
  expect(await screen.findByText('The policies could not be read.')).toBeDefined();
  read = works;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await box('Quiet')).toBeDefined();
});

test('who could not be read stays as they are, and is named', async () => {
  const works = read;
  read = (target) => (target.id === 'd2' ? Promise.reject(new AppError('not-found', 'no')) : works(target));
  const user = await open({ has: { d1: [], d2: [] } });
  expect(await screen.findByText(/so they stay as they are: Device d2/)).toBeDefined();
  await user.click(await box('Quiet'));
  await user.click(confirm());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(written.map(([id]) => id)).toEqual(['d1']);
});

test('a site without policies has none to apply', async () => {
  await open({ policies: [], has: { d1: [] } });
  expect(await screen.findByText('There are no policies created yet')).toBeDefined();
});

test('names are text, endless ones are cut, and a disabled policy says so', async () => {
  await open({
    policies: [
      policy('a', '<img src=x onerror=alert(1)>'),
      policy('b', 'x'.repeat(10_000)),
      policy('c', '\u202eOff', { disabled: true }),
      policy('d', ' '),
    ],
    has: { d1: [] },
  });
  expect(await box('<img src=x onerror=alert(1)>')).toBeDefined();
  expect(await box(`${'x'.repeat(200)}…`)).toBeDefined();
  expect(await box('\u2068\u202eOff\u2069 (disabled)')).toBeDefined();
  expect(await box('Unnamed policy')).toBeDefined();
  expect(document.querySelector('img')).toBeNull();
});

test('the focus follows what takes the place of the pressed button', async () => {
  put = () => new Promise(() => {});
  const user = await open({ has: { d1: [] } });
  await user.click(await box('Quiet'));
  await user.click(confirm());
  expect(document.activeElement?.contains(screen.getByRole('status'))).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

test('and so where it is tried again', async () => {
  put = () => Promise.reject(new AppError('unreachable', 'no'));
  const user = await open({ has: { d1: [] } });
  await user.click(await box('Quiet'));
  await user.click(confirm());
  const again = await screen.findByRole('button', { name: 'Try again' });
  put = () => new Promise(() => {});
  await user.click(again);
  expect(document.activeElement?.contains(screen.getByRole('status'))).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});
