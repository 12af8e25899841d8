import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { TutorInvitesAnswer } from '#protocol/rest/admin/tutor-invite.ts';
import type { Role } from '#protocol/rest/role.ts';
import { rolesQuery } from '#rest/admin/roles.ts';
import { integrationsQuery } from '#rest/integrations.ts';
import { sitesQuery } from '#rest/sites.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { InviteDialog } from './invite-dialog.tsx';

const role = (id: string, friendlyName: string, more: Partial<Role> = {}): Role => ({
  id,
  name: id,
  friendlyName,
  hidden: false,
  global: false,
  canGrant: true,
  ...more,
});
const ROLES = [
  role('eventViewer', 'Event Viewer'),
  role('superAdmin', 'Super Admin', { global: true }),
  role('auditor', 'Auditor', { global: true }),
  role('debugAdmin', 'Debug Admin', { hidden: true }),
];
const DIRECTORY = { id: 'd', name: 'Our directory', service: 'google', disabled: false } as const;
const tutor = { id: 't', name: null, primaryEmail: 'a@b.example' };

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  toasts.state.list.length = 0;
  vi.restoreAllMocks();
});

function open(directories: readonly object[] = [DIRECTORY, { ...DIRECTORY, id: 'off', disabled: true }]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(integrationsQuery().queryKey, [...directories] as never);
  client.setQueryData(rolesQuery().queryKey, ROLES);
  client.setQueryData(sitesQuery().queryKey, [{ id: 's', name: 'Riverside', tags: [], subnodes: [] }]);
  const rest = {
    one: vi.fn(async () => tutor as never),
    several: vi.fn(
      async (): Promise<TutorInvitesAnswer> => ({
        successCount: 1,
        failureCount: 0,
        errors: {},
        existing: [],
      }),
    ),
  };
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={client}>
      <InviteDialog onClose={onClose} rest={rest} />
    </QueryClientProvider>,
  );
  return { rest, onClose };
}
const submit = () => screen.getByRole('button', { name: 'Invite' });
const obstacle = () =>
  submit().getAttribute('aria-disabled') === 'true' ? submit().getAttribute('aria-description') : undefined;
const send = () => act(async () => void fireEvent.click(submit()));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const chooseSource = () =>
  fireEvent.change(screen.getByRole('combobox', { name: 'Source' }), { target: { value: '0' } });
const several = () => fireEvent.click(screen.getByLabelText('Several people'));
const said = () => toasts.state.list.map(({ type: kind, text }) => `${kind}: ${text}`);
const results = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

describe('one person', () => {
  it('needs an address and a directory that is active', async () => {
    const { rest } = open();
    expect(screen.getByText('The tutor will have the name ‘Unknown’ until they first login.')).toBeDefined();
    expect(obstacle()).toBe('Enter a valid e-mail address');
    type('Email', 'nobody@nowhere.');
    await send();
    expect(obstacle()).toBe('Enter a valid e-mail address');
    type('Email', ' nora@school.example ');
    expect(obstacle()).toBe('Choose a directory');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Choose a directory',
      'Our directory',
    ]);
    chooseSource();
    await send();
    expect(rest.one).toHaveBeenCalledWith(
      { email: 'nora@school.example', integrationId: 'd' },
      expect.anything(),
    );
    expect(said()).toEqual(['success: New tutor is created']);
  });

  it('may be copied with a name from a mail program', async () => {
    const { rest } = open();
    type('Email', '"Lee, Ana" <mailto:Ana@school.example>');
    chooseSource();
    await send();
    expect(rest.one).toHaveBeenCalledWith(
      { email: 'Ana@school.example', integrationId: 'd' },
      expect.anything(),
    );
  });

  it.each<[string, unknown, string]>([
    [
      'the platform’s words',
      new AppError('conflict', 'no', { detail: { messages: ['This person is a tutor already.'] } }),
      'This person is a tutor already.',
    ],
    ['a failure without words', new AppError('server', 'answered 500'), 'Failed to create tutor'],
    [
      'no answer',
      new AppError('unreachable', 'no'),
      'Failed to create tutor. The server does not answer. Check your connection and try again.',
    ],
  ])('that is not invited keeps what was typed: %s', async (_name, error, words) => {
    const { rest, onClose } = open();
    rest.one.mockRejectedValueOnce(error);
    type('Email', 'nora@school.example');
    chooseSource();
    await send();
    expect(screen.getByRole('alert').textContent).toBe(words);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('nora@school.example');
    expect(onClose).not.toHaveBeenCalled();
    await send();
    expect(onClose).toHaveBeenCalled();
  });

  it('cannot be invited without an active directory, and the dialog says where one is added', () => {
    open([{ ...DIRECTORY, disabled: true }]);
    expect(screen.getByRole('alert').textContent).toContain('There is no active directory');
  });
});

describe('several people', () => {
  it('are addresses apart by commas and lines, each once', async () => {
    const { rest } = open();
    several();
    expect(obstacle()).toBe('Enter e-mail addresses');
    type('E-mail addresses', ' , \n,');
    expect(obstacle()).toBe('Choose a directory');
    chooseSource();
    await send();
    expect(said()).toEqual(['warning: Please enter at least one valid email for bulk import.']);
    expect(rest.several).not.toHaveBeenCalled();
    type('E-mail addresses', 'a@b.example, A@B.example\n\n c@d.example ');
    await send();
    expect(rest.several.mock.calls[0]).toEqual([
      {
        integrationId: 'd',
        queryConfigs: [{ emailToImport: 'a@b.example' }, { emailToImport: 'c@d.example' }],
      },
      expect.anything(),
    ]);
    expect(said()).toContain('success: All tutors were successfully invited');
    expect(results()).toEqual(['a@b.exampleInvited', 'c@d.exampleInvited']);
  });

  it('come as mail programs copy them, and what is no address is named and not sent', async () => {
    const { rest } = open();
    several();
    chooseSource();
    type('E-mail addresses', 'Lee, Ana <ana@b.example>; mailto:bo@\u200bd.example; Carl Ng; ');
    expect(screen.getByText('Not an e-mail address: “Carl Ng”')).toBeDefined();
    await send();
    expect(rest.several.mock.calls[0]?.[0 as never]).toMatchObject({
      queryConfigs: [{ emailToImport: 'ana@b.example' }, { emailToImport: 'bo@d.example' }],
    });
    expect(said()).toEqual(['warning: Some invites failed. Success: 1, Failures: 1']);
    expect(results()).toEqual([
      'Carl NgFailed: This is not an e-mail address.',
      'ana@b.exampleInvited',
      'bo@d.exampleInvited',
    ]);
  });

  it('come from a file, after its preview', async () => {
    open();
    several();
    type('E-mail addresses', 'a@b.example');
    const file = new File(['Name;E-Mail\nLee;ana@b.example\nNg;none\n'], 'staff.csv', { type: 'text/csv' });
    fireEvent.change(screen.getByLabelText('Add from file', { selector: 'input' }), {
      target: { files: [file] },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Add 1' }));
    expect(screen.getByText('staff.csv: 1 address added')).toBeDefined();
    expect(screen.getByLabelText<HTMLTextAreaElement>('E-mail addresses').value).toBe(
      'a@b.example\nana@b.example',
    );
  });

  it('get roles only together with sites, and no role that is hidden, global or of super admins', async () => {
    const { rest } = open();
    several();
    type('E-mail addresses', 'a@b.example');
    chooseSource();
    expect(ROLES.map(({ friendlyName }) => screen.queryByLabelText(friendlyName) !== null)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    fireEvent.click(screen.getByLabelText('Event Viewer'));
    expect(obstacle()).toBe('Choose the sites on which the roles hold, or no role');
    fireEvent.click(screen.getByRole('option', { name: 'Riverside' }));
    fireEvent.click(screen.getByLabelText('Event Viewer'));
    expect(obstacle()).toBe('Choose the roles that hold on these sites, or no site');
    fireEvent.click(screen.getByLabelText('Event Viewer'));
    await send();
    expect(rest.several.mock.calls[0]?.[0 as never]).toMatchObject({
      bulkRolesToApply: { sites: { s: { eventViewer: 'active' } } },
    });
  });

  it('are at most 200', () => {
    open();
    several();
    chooseSource();
    type('E-mail addresses', Array.from({ length: 201 }, (_, at) => `a${at}@b.example`).join('\n'));
    expect(obstacle()).toBe('At most 200 people can be invited at once.');
  });

  it('with mixed results: what became of each, and back to the form as it was', async () => {
    const { rest, onClose } = open();
    rest.several.mockResolvedValueOnce({
      successCount: 1,
      failureCount: 2,
      errors: {
        'b@b.example': 'This person is a tutor already.',
        'c@c.example': 'The directory does not know them.',
      },
      existing: ['b@b.example'],
    });
    several();
    type('E-mail addresses', 'a@a.example,b@b.example,c@c.example');
    chooseSource();
    await send();
    expect(said()).toEqual(['warning: Some invites failed. Success: 1, Failures: 2']);
    expect(results()).toEqual([
      'c@c.exampleFailed: The directory does not know them.',
      'b@b.exampleAlready a tutor',
      'a@a.exampleInvited',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>('E-mail addresses').value).toBe(
      'a@a.example,b@b.example,c@c.example',
    );
    await send();
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    expect(onClose).toHaveBeenCalled();
  });

  it('of whom nobody was invited: that is said, and what to look at', async () => {
    const { rest } = open();
    rest.several.mockResolvedValueOnce({ successCount: 0, failureCount: 0, errors: {}, existing: [] });
    several();
    type('E-mail addresses', 'a@a.example');
    chooseSource();
    await send();
    expect(said()).toEqual(['warning: No tutors were invited. Please check your input or integration.']);
  });

  it('whose call failed: every address is marked, with the platform’s words or ours', async () => {
    const { rest } = open();
    rest.several.mockRejectedValueOnce(new AppError('server', 'answered 500'));
    several();
    type('E-mail addresses', 'a@a.example,b@b.example');
    chooseSource();
    await send();
    expect(said()).toEqual(['error: Failed to import tutors']);
    expect(results()).toEqual([
      'a@a.exampleFailed: Failed to import tutors',
      'b@b.exampleFailed: Failed to import tutors',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    const words = 'The directory’s consent has ended.';
    rest.several.mockRejectedValueOnce(new AppError('conflict', 'no', { detail: { messages: [words] } }));
    await send();
    expect(said().at(-1)).toBe(`error: ${words}`);
    expect(results()[0]).toBe(`a@a.exampleFailed: ${words}`);
  });
});
