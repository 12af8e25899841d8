/** What the dialog of a job asks for and says, for each kind of job and each provider. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { ImportSettings, SyncJob, SyncJobBody, SyncPreview } from '#protocol/rest/sync-job.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { JobDialog } from './job-dialog.tsx';
import { JobRest } from './job-rest.ts';

type Kind = 'Tutors' | 'Users' | 'Devices' | 'Groups';
const SOURCES = { google: 'Our Google', microsoft: 'Our Microsoft', internal: 'Ours' } as const;
const PREVIEW: SyncPreview = {
  isWhole: true,
  read: 3,
  add: { count: 7, examples: ['Ada'] },
  change: { count: 0, examples: [] },
  remove: { count: 0, examples: [] },
  needsConfirmation: false,
};

const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const integration = (service: keyof typeof SOURCES) => ({ id: service, name: SOURCES[service], service });
  client.setQueryData(
    ['integrations'],
    [
      { ...integration('google'), disabled: false },
      { ...integration('microsoft'), disabled: false },
      { ...integration('internal'), disabled: true },
    ],
  );
  client.setQueryData(
    ['sites'],
    [{ id: 'h', name: 'Hill', tags: [], subnodes: [{ id: 'a', name: 'Annex', tags: [], subnodes: [] }] }],
  );
  client.setQueryData(['tags'], [{ id: 'p', name: 'Primary' }]);
  const role = (id: string, more: object) => ({ id, name: id, friendlyName: id, canGrant: true, ...more });
  client.setQueryData(
    ['roles'],
    [
      role('Policy User', { hidden: false, global: false }),
      role('Console User', { hidden: false, global: false }),
      role('Hidden role', { hidden: true, global: false }),
      role('Super Admin', { hidden: false, global: true }),
    ],
  );
});
afterEach(() => {
  cleanup();
  toasts.state.list.length = 0;
  client.clear();
  vi.restoreAllMocks();
});

function open(job?: SyncJob) {
  const rest = {
    save: vi.fn(async (_id: string | undefined, _body: SyncJobBody) => 'j'),
    run: vi.fn(async () => {}),
    stop: vi.fn(async () => {}),
    remove: vi.fn(async () => {}),
    preview: vi.fn(async () => PREVIEW),
  };
  const onClose = vi.fn();
  const drawn = (of?: SyncJob) => (
    <QueryClientProvider client={client}>
      <JobRest value={rest}>
        <JobDialog {...(of && { job: of })} onClose={onClose} />
      </JobRest>
    </QueryClientProvider>
  );
  const { rerender } = render(drawn(job));
  return { ...rest, onClose, again: (of: SyncJob) => rerender(drawn(of)) };
}

const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => act(async () => void fireEvent.click(button(name)));
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
function choose(label: string, option: string) {
  const field = screen.getByLabelText<HTMLSelectElement>(label);
  const { value } = within(field).getByRole<HTMLOptionElement>('option', { name: option });
  fireEvent.change(field, { target: { value } });
}
const obstacle = (name = 'Save') => button(name).getAttribute('data-tip');
const textOf = (field: Element) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .filter((text) => text !== '');
/** What is said below the fields that are wrong, in their order. */
const errors = () =>
  [...document.querySelectorAll('[aria-invalid="true"]')].map((field) => textOf(field).at(0));
const failure = () => screen.queryByRole('alert')?.textContent;
const described = (label: string) => textOf(screen.getByLabelText(label)).join('');

function begin(kind: Kind, service: keyof typeof SOURCES = 'google') {
  const opened = open();
  fill('Job name', 'Ours');
  choose('Source', service === 'internal' ? 'Ours (inactive)' : SOURCES[service]);
  choose('What to import', kind);
  return opened;
}

describe('what is missing is said after a press of Save, and what is first by the button', () => {
  it.each([
    ['Users', ['A site is required.', 'A path or a group ID is required.']],
    ['Devices', ['A site is required.', 'A path or a group ID is required.']],
    ['Tutors', ['A site or a tag is required.', 'A path or a group ID is required.']],
    ['Groups', ['A site is required.']],
  ] as const)('%s', async (kind, missing) => {
    const { save } = open();
    choose('What to import', kind);
    expect(errors()).toEqual([]);
    await press('Save');
    expect(errors()).toEqual(['A job name is required.', 'A source is required.', ...missing]);
    expect(obstacle()).toBe('A job name is required.');
    expect(button('Preview').getAttribute('aria-disabled')).toBe('true');
    fill('Job name', '  ');
    expect(obstacle()).toBe('A job name is required.');
    fill('Job name', 'Ours');
    expect(obstacle()).toBe('A source is required.');
    choose('Source', SOURCES.google);
    expect(errors()).toEqual(missing);
    choose('Site', '– Annex');
    if (kind !== 'Groups') {
      expect(obstacle('Preview')).toBe('A path or a group ID is required.');
      fill('Path', ' ');
      expect(obstacle()).toBe('A path or a group ID is required.');
      fill('Path', '/Here');
    }
    expect(errors()).toEqual([]);
    expect(obstacle()).toBeNull();
    expect(save).not.toHaveBeenCalled();
    await press('Save');
    expect(save).toHaveBeenCalledWith(undefined, expect.objectContaining({ name: 'Ours', siteId: 'a' }));
  });

  it('tutors may come to a tag in the place of a site', async () => {
    const { save } = begin('Tutors');
    fill('Path', '/Staff');
    fireEvent.click(screen.getByLabelText('A tag'));
    expect(obstacle()).toBe('A site or a tag is required.');
    choose('Tag', 'Primary');
    await press('Save');
    expect(save).toHaveBeenCalledWith(undefined, expect.objectContaining({ siteId: null, tagId: 'p' }));
  });
});

it.each([
  ['google', 'Path', 'Of the organisational unit, such as /Students. What is below it comes too.'],
  ['microsoft', 'Group ID', 'The object ID of the group. Groups in it come too.'],
  ['internal', 'Path or group ID', 'The name or id of a course of this directory.'],
] as const)('people and devices are asked for as %s knows them', (service, label, hint) => {
  begin('Users', service);
  for (const kind of ['Users', 'Devices', 'Tutors']) {
    choose('What to import', kind);
    expect(described(label)).toContain(hint);
  }
});

it('tutors get roles that are for sites, in the order of their names; without one that is said', () => {
  begin('Tutors');
  const roles = within(screen.getByRole('group', { name: 'Roles' }));
  expect(roles.getAllByRole<HTMLInputElement>('checkbox').map((box) => box.labels?.[0]?.textContent)).toEqual(
    ['Console User', 'Policy User'],
  );
  expect(roles.getByText('Without a role a tutor cannot sign in to the site.')).toBeDefined();
  fireEvent.click(roles.getByLabelText('Console User'));
  expect(roles.queryByText(/^Without a role/)).toBeNull();
});

describe('groups', () => {
  const WARNING = 'Without a filter, a search or a teacher e-mail every group of the directory is imported.';
  const devices = () => screen.getByLabelText<HTMLInputElement>('Groups of devices');

  it('of Google: by a teacher, of users alone, with a warning where all would come', async () => {
    const { save } = begin('Groups');
    choose('Site', 'Hill');
    expect(devices().disabled).toBe(true);
    expect(screen.queryByLabelText('Filter')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe(WARNING);
    expect(obstacle()).toBeNull();
    expect(described('Teacher e-mail')).toContain('Only what this teacher teaches.');
    fill('Teacher e-mail', 'a@school.example');
    expect(screen.queryByText(WARNING)).toBeNull();
    await press('Save');
    expect(save.mock.calls[0]?.[1]).toMatchObject({
      directorySettings: { teacherEmail: 'a@school.example', recursive: true },
      importSettings: {
        groups: { definitionName: 'userGroup', permissions: true, memberPermissions: false },
      },
    });
  });

  it('of Microsoft: by a filter or a search, of users or of devices', async () => {
    const { save } = begin('Groups', 'microsoft');
    choose('Site', 'Hill');
    expect(screen.queryByLabelText('Teacher e-mail')).toBeNull();
    expect(described('Filter')).toContain('In the language of Microsoft Graph');
    expect(described('Search')).toContain('Words of the name.');
    for (const field of ['Filter', 'Search']) {
      expect(screen.getByRole('status').textContent).toBe(WARNING);
      fill(field, '7');
      expect(screen.queryByText(WARNING)).toBeNull();
      fill(field, '');
    }
    fireEvent.click(devices());
    await press('Save');
    expect(save.mock.calls[0]?.[1].importSettings).toMatchObject({
      groups: { definitionName: 'deviceGroup' },
    });
  });
});

describe('a job that is there', () => {
  const JOB: SyncJob = {
    id: 'j',
    name: 'Pupils',
    enabled: true,
    frequency: 12,
    integrationId: 'google',
    siteId: 'h',
    tagId: null,
    directorySettings: { ou: '/Students', recursive: true },
    importSettings: { users: {} },
    lastRan: null,
    mergeStatus: null,
  };

  it.each<[Kind, ImportSettings]>([
    ['Users', { users: {} }],
    ['Devices', { devices: {} }],
    ['Tutors', { tutors: { roles: [] } }],
    ['Groups', { groups: { permissions: true, memberPermissions: false, definitionName: 'userGroup' } }],
  ])(
    'keeps what it imports (%s), and is saved where something is different',
    async (kind, importSettings) => {
      const { save, run } = open({ ...JOB, importSettings });
      const part = within(screen.getByRole('group', { name: 'What to import' }));
      expect(part.getByText(kind)).toBeDefined();
      expect(part.getByText('This stays as it is: for something else, add another job.')).toBeDefined();
      expect(part.queryByRole('combobox')).toBeNull();
      expect(obstacle()).toBe('Nothing has changed.');
      fill('Job name', 'Others');
      expect(obstacle()).toBeNull();
      fill('Job name', 'Pupils');
      expect(obstacle()).toBe('Nothing has changed.');
      fill('Job name', 'Others');
      await press('Save');
      expect(save).toHaveBeenCalledWith('j', expect.objectContaining({ name: 'Others' }));
      expect(run).toHaveBeenCalledWith('j');
      expect(toasts.state.list.at(-1)?.text).toBe('Others saved. Running now.');
    },
  );

  it('keeps what somebody else has changed of it meanwhile', async () => {
    const { save, again } = open(JOB);
    fill('Job name', 'Others');
    await press('Preview');
    expect(screen.getByText('Would add 7, change 0, remove 0.')).toBeDefined();
    again({ ...JOB, name: 'Theirs', enabled: false, directorySettings: { ou: '/Staff', recursive: true } });
    expect(screen.getByLabelText<HTMLInputElement>('Path').value).toBe('/Staff');
    expect(screen.queryByText(/^Would add/)).toBeNull();
    await press('Save');
    expect(save).toHaveBeenCalledWith(
      'j',
      expect.objectContaining({
        name: 'Others',
        enabled: false,
        directorySettings: { ou: '/Staff', recursive: true },
      }),
    );
  });

  it('says what becomes of what it has brought when it brings to another place', () => {
    open(JOB);
    expect(screen.queryByText(/brings to another place/)).toBeNull();
    choose('Site', '– Annex');
    expect(screen.getByText(/^The job brings to another place from now on/)).toBeDefined();
    choose('Site', 'Hill');
    choose('Source', SOURCES.microsoft);
    expect(screen.getByText(/^The job brings to another place from now on/)).toBeDefined();
  });

  it('is saved and not run when it is inactive', async () => {
    const { run } = open(JOB);
    fireEvent.click(screen.getByLabelText('Active'));
    await press('Save');
    expect(run).not.toHaveBeenCalled();
    expect(toasts.state.list.at(-1)?.text).toBe('Pupils was saved');
  });

  it('that is saved and cannot be run says so', async () => {
    const { run, onClose } = open(JOB);
    run.mockRejectedValueOnce(new AppError('unreachable', 'no'));
    fill('Job name', 'Others');
    await press('Save');
    expect(onClose).toHaveBeenCalled();
    expect(toasts.state.list.at(-1)).toMatchObject({
      type: 'warning',
      text: expect.stringMatching(/^Others was saved, and could not be run\. ./),
    });
  });

  it('that cannot be saved loses nothing, and Escape asks first', async () => {
    const { save, run, onClose } = open(JOB);
    save.mockRejectedValueOnce(new AppError('unreachable', 'no'));
    fill('Job name', 'Others');
    await press('Save');
    expect(failure()).toMatch(/^The job could not be saved\. ./);
    expect(run).not.toHaveBeenCalled();
    expect(screen.getByLabelText<HTMLInputElement>('Job name').value).toBe('Others');
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(onClose).not.toHaveBeenCalled();
  });
});

it('a preview is of what is in the fields, and goes when they change', async () => {
  const { preview } = begin('Users');
  choose('Site', 'Hill');
  fill('Path', '/Students');
  await press('Preview');
  expect(preview).toHaveBeenCalledWith(
    {
      id: undefined,
      job: expect.objectContaining({ directorySettings: { ou: '/Students', recursive: true } }),
    },
    expect.anything(),
  );
  expect(screen.getByText('Would add 7, change 0, remove 0.')).toBeDefined();
  fill('Path', '/Staff');
  expect(screen.queryByText(/^Would add/)).toBeNull();
  preview.mockRejectedValueOnce(new AppError('unreachable', 'no'));
  await press('Preview');
  expect(failure()).toMatch(/^The preview could not be made\. ./);
});
