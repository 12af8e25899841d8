import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { policiesQuery } from '#rest/policies.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { siteTutorsQuery } from '#rest/tutors.ts';
import { usersQuery } from '#rest/users.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { GroupRest, type GroupWrites } from '../group-rest.ts';
import { GroupWizard } from './group-wizard.tsx';

let calls: string[];
let failing: string | undefined;
let isClosed: boolean;
beforeEach(() => {
  calls = [];
  failing = undefined;
  isClosed = false;
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  session.state = { name: 'unknown' };
  vi.restoreAllMocks();
});

const call =
  (name: string, answer: unknown = undefined) =>
  async () => {
    calls.push(name);
    if (name === failing) throw new AppError('server', 'no');
    return answer;
  };
const rest = {
  create: call('create', { id: 'g' }),
  save: call('save'),
  saveMembers: call('members'),
  savePatterns: call('patterns'),
  saveTutors: call('tutors'),
  savePolicies: call('policies', []),
} as unknown as GroupWrites;

const tutors = Array.from({ length: 12 }, (_, at) => ({
  id: `t${at}`,
  name: `Tutor ${at + 1}`,
  primaryEmail: `t${at}@demo.example`,
  properties: {},
}));

function open(
  roles: readonly string[] = ['groupMaintainer', 'policyUser'],
  listed: readonly object[] = tutors,
) {
  session.state = signedIn({ roles: ['consoleUser', ...roles] });
  const client = createQueryClient();
  client.setQueryDefaults([], { staleTime: Number.POSITIVE_INFINITY });
  client.setQueryData(usersQuery().queryKey, [{ id: 'u1', name: 'Ada', properties: {} }] as never);
  client.setQueryData(siteTutorsQuery('s').queryKey, listed as typeof tutors);
  client.setQueryData(policiesQuery().queryKey, []);
  render(
    <QueryClientProvider client={client}>
      <GroupRest value={rest}>
        <GroupWizard
          onClose={() => {
            isClosed = true;
          }}
        />
      </GroupRest>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}
const button = (name: string) => screen.getByRole('button', { name });
const steps = () => within(screen.getByRole('navigation', { name: 'Steps' })).getAllByRole('button');
const shownStep = () => steps().find((step) => step.getAttribute('aria-current'))?.textContent;

test('a step is left forwards once it is in order, and each one that is may be gone to', async () => {
  const user = open();
  const next = () => button('Next');
  expect(next().getAttribute('aria-disabled')).toBe('true');
  await user.click(next());
  expect(screen.getByText('Field is required')).toBeDefined();
  await user.click(button('Policy'));
  expect(shownStep()).toBe('1Group name');
  await user.type(screen.getByRole('textbox', { name: 'Group name' }), '7A');
  expect(next().getAttribute('aria-disabled')).toBe('false');
  await user.click(button('Policy'));
  expect(shownStep()).toBe('5Policy');
  expect(button('Create')).toBeDefined();
  await user.click(button('Back'));
  expect(shownStep()).toBe('4Hostname Restrictions');
});

test('who may not apply policies has no step for them', () => {
  open(['groupMaintainer']);
  expect(steps().map((step) => step.textContent)).toEqual([
    '1Group name',
    '2Members',
    '3Permitted Tutors',
    '4Hostname Restrictions',
  ]);
});

test('a tutor with an invisible name is listed by the address', async () => {
  const unnamed = { id: 't', name: '\u200b', primaryEmail: 'ann@demo.example', properties: {} };
  const user = open(undefined, [unnamed]);
  await user.type(screen.getByRole('textbox', { name: 'Group name' }), '7A');
  await user.click(button('Permitted Tutors'));
  expect(screen.getByRole('checkbox', { name: 'ann@demo.example' })).toBeDefined();
});

test('ten tutors stand on a page, and those of another page stay chosen', async () => {
  const user = open();
  await user.type(screen.getByRole('textbox', { name: 'Group name' }), '7A');
  await user.click(button('Permitted Tutors'));
  expect(screen.getAllByRole('checkbox')).toHaveLength(10);
  await user.click(screen.getByRole('checkbox', { name: /^Tutor 1 / }));
  await user.click(button('Page 2'));
  expect(screen.getAllByRole('checkbox')).toHaveLength(2);
  await user.click(screen.getByRole('checkbox', { name: /^Tutor 12/ }));
  expect(screen.getByText('2 tutors are permitted')).toBeDefined();
});

test('after a failure everything is still there, and what is saved is not saved twice', async () => {
  const user = open();
  await user.type(screen.getByRole('textbox', { name: 'Group name' }), '7A');
  await user.click(button('Permitted Tutors'));
  await user.click(screen.getByRole('checkbox', { name: /^Tutor 1 / }));
  await user.click(button('Policy'));
  failing = 'tutors';
  await user.click(button('Create'));
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^The group is there, but its permitted tutors were not saved\. Your changes are still here\./,
  );
  expect([calls, isClosed]).toEqual([['create', 'tutors'], false]);
  failing = undefined;
  await user.click(button('Create'));
  await waitFor(() => expect(isClosed).toBe(true));
  expect(calls).toEqual(['create', 'tutors', 'tutors']);
});

test('Escape asks before anything is lost', async () => {
  const user = open();
  await user.type(screen.getByRole('textbox', { name: 'Group name' }), '7A');
  screen
    .getByRole('dialog', { name: 'Create group' })
    .dispatchEvent(new Event('cancel', { cancelable: true }));
  expect(await screen.findByText('What you have entered for this group is not saved.')).toBeDefined();
  expect(isClosed).toBe(false);
});
