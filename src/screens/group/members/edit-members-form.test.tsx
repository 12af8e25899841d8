import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { matchesDevicePatterns } from '#domain/devices/device-pattern.ts';
import { PatternRest } from '#features/group-members/use-pattern-matches.ts';
import { AppError, type AppErrorCode, type AppErrorDetail } from '#protocol/app-error.ts';
import { type Device, deviceSchema } from '#protocol/rest/device.ts';
import { EditMembersForm } from './edit-members-form.tsx';
import type { EditSources } from './edit-sources.ts';

let saved: (readonly string[])[];
let former: readonly string[] | undefined;
let dirty: boolean;
let answer: () => Promise<void>;

const names = ['Ada', 'Grace', 'Alan'];
const candidates = names.map((name, index) => ({
  id: `m${index}`,
  name,
  detail: `SN-${index}`,
  listNames: [`SN-${index}`, name],
}));
const devices = ['RS-7A-01', 'CB-7A-02', 'CB-7B-01'].map(
  (hostname, index): Device =>
    v.parse(deviceSchema, { id: `d${index}`, hostname, serialNumber: `SN-${index}`, type: 'extension' }),
);

/** As the platform finds them. */
const asked: (readonly string[])[] = [];
const matches = async (wanted: readonly string[]) => {
  asked.push(wanted);
  const found = devices.filter(({ hostname }) => matchesDevicePatterns(hostname, wanted));
  return { count: found.length, of: devices.length, devices: found };
};

function show(sources: EditSources) {
  render(
    <PatternRest value={{ matches }}>
      <EditMembersForm
        sources={sources}
        save={({ entries }) => {
          saved.push(entries);
          return answer();
        }}
        onSaved={({ former: before }) => {
          former = before;
        }}
        onDone={() => {}}
        onDirty={(isDirty) => {
          dirty = isDirty;
        }}
        onCancel={() => {}}
      />
    </PatternRest>,
  );
  return userEvent.setup({ applyAccept: false });
}
const picker = (kind: 'user' | 'device' = 'device') => show({ kind, candidates, entries: ['m2'] });
const patterns = (entries: string[] = ['CB-*']) => show({ kind: 'patterns', devices, entries });

const button = (name: string) => screen.getByRole('button', { name });
const isIdle = (name: string) => button(name).getAttribute('aria-disabled') === 'true';
const options = (list: string) =>
  within(screen.getByRole('region', { name: list }))
    .queryAllByRole('option')
    .map((option) => option.querySelector('bdi')?.textContent);
const option = (name: string) => screen.getByRole('option', { name: new RegExp(`^${name}`) });
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Device patterns/ });
const csv = (text: string, name = 'list.csv', type = 'text/csv') => new File([text], name, { type });
const upload = (user: ReturnType<typeof userEvent.setup>, file: File) =>
  user.upload(screen.getByLabelText('Append from CSV', { selector: 'input' }), file);
const matching = () => [...document.querySelectorAll('ul li')].map((item) => item.textContent);

beforeEach(() => {
  saved = [];
  former = undefined;
  dirty = false;
  answer = async () => {};
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

test('devices move between available and selected, and are saved as ids', async () => {
  const user = picker();
  expect([options('Available Devices'), options('Selected Devices')]).toEqual([['Ada', 'Grace'], ['Alan']]);
  expect([isIdle('Add'), isIdle('Remove'), isIdle('Save')]).toEqual([true, true, true]);
  await user.click(option('Ada'));
  await user.click(option('Grace'));
  expect([isIdle('Add'), isIdle('Remove')]).toEqual([false, true]);
  await user.click(button('Add'));
  await user.click(option('Alan'));
  await user.click(button('Remove'));
  expect([options('Available Devices'), options('Selected Devices')]).toEqual([['Alan'], ['Ada', 'Grace']]);
  expect([isIdle('Add'), isIdle('Remove'), dirty]).toEqual([true, true, true]);
  await user.click(button('Save'));
  expect(saved).toEqual([['m0', 'm1']]);
  expect(former).toEqual(['m2']);
});

test('all that a search has found are selected in one press, and a double click adds or removes one', async () => {
  const user = picker();
  const side = within(screen.getByRole('region', { name: 'Available Devices' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search Available Devices' }), 'gra');
  await user.click(await side.findByRole('button', { name: 'Select all found' }));
  await user.click(button('Add'));
  expect(options('Selected Devices')).toEqual(['Grace', 'Alan']);
  await user.clear(screen.getByRole('searchbox', { name: 'Search Available Devices' }));
  await user.dblClick(option('Ada'));
  expect(options('Selected Devices')).toEqual(['Ada', 'Grace', 'Alan']);
  expect(isIdle('Add')).toBe(true);
  await user.dblClick(option('Alan'));
  expect([options('Available Devices'), options('Selected Devices')]).toEqual([['Alan'], ['Ada', 'Grace']]);
  await user.click(side.getByRole('button', { name: 'Select all' }));
  expect(isIdle('Add')).toBe(false);
});

test('buttons that can do nothing do nothing', async () => {
  const user = picker();
  await user.click(button('Add'));
  await user.click(button('Remove'));
  await user.click(button('Save'));
  expect([options('Selected Devices'), saved]).toEqual([['Alan'], []]);
});

test('users have a picker of their own, and each list its search', async () => {
  const user = picker('user');
  await user.type(screen.getByRole('searchbox', { name: 'Search Available Users' }), 'GRA');
  expect([options('Available Users'), options('Selected Users')]).toEqual([['Grace'], ['Alan']]);
  await user.type(screen.getByRole('searchbox', { name: 'Search Selected Users' }), 'sn-9');
  expect(options('Selected Users')).toEqual([]);
  expect(screen.getByText('No member matches')).toBeDefined();
});

test('a change that is taken back is no change', async () => {
  const user = picker();
  await user.click(option('Ada'));
  await user.click(button('Add'));
  expect(dirty).toBe(true);
  await user.click(option('Ada'));
  await user.click(button('Remove'));
  expect([dirty, isIdle('Save')]).toEqual([false, true]);
});

test('a list is shown with its column before anything is added, and unknown entries are named', async () => {
  const user = picker();
  await upload(user, csv('Devices of 7A\nname;Serial Number\nx;SN-0\n"17" y;SN-2\nz;SN-9\nq;\n'));
  const preview = within(await screen.findByRole('region', { name: 'Preview of list.csv' }));
  expect(preview.getByRole<HTMLSelectElement>('combobox', { name: 'Column to use' }).value).toBe('1');
  expect(preview.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'LinenameSerial Number',
    '3xSN-0',
    '4"17" ySN-2',
    '5zSN-9',
    '6q',
  ]);
  for (const text of [
    'Line 2 has the headings.',
    'Line 4: the quotation marks do not match, so the text is used as it is.',
    'Line 6: nothing in this column.',
    '1 not found:',
  ])
    expect(preview.getByText(text)).toBeDefined();
  expect([options('Selected Devices'), dirty]).toEqual([['Alan'], false]);
  await user.click(button('Add 1'));
  expect(screen.getByText('list.csv: 1 added')).toBeDefined();
  expect(screen.getByText(/1 already there/)).toBeDefined();
  expect(matching()).toEqual(['SN-9']);
  expect([options('Selected Devices'), saved, dirty]).toEqual([['Ada', 'Alan'], [], true]);
});

test('the person chooses another column, or cancels', async () => {
  const user = picker();
  await upload(user, csv('Serial,Owner\nx,Ada\n'));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Column to use' }), 'Owner');
  expect(button('Add 1')).toBeDefined();
  await user.click(button('Discard list'));
  expect([screen.queryByRole('region', { name: /Preview/ }), options('Selected Devices')]).toEqual([
    null,
    ['Alan'],
  ]);
});

test('a name of several devices adds all of them, unless the person declines', async () => {
  const user = show({
    kind: 'device',
    candidates: ['a', 'b'].map((id) => ({ id, name: `CART-PC ${id}`, listNames: [id, 'CART-PC'] })),
    entries: [],
  });
  await upload(user, csv('cart-pc\n'));
  const all = await screen.findByLabelText('Add all 2 devices that share a name: cart-pc');
  await user.click(all);
  expect(isIdle('Add 0')).toBe(true);
  await user.click(all);
  await user.click(button('Add 2'));
  expect(options('Selected Devices')).toEqual(['CART-PC a', 'CART-PC b']);
});

test.each([
  ['not text', csv('PK\u0003\u0004', 'list.csv'), /^list\.csv is not a CSV file/],
  ['empty', csv('', 'empty.csv'), 'empty.csv has no entries'],
])('a file that is %s', async (_, file, text) => {
  const user = picker();
  await upload(user, file);
  await screen.findByText(text);
});

test('patterns are one per line, with what they match as one types', async () => {
  const user = patterns();
  await screen.findByText('2 of 3 known devices match');
  expect(matching()).toEqual(['CB-7A-02', 'CB-7B-01']);
  await user.clear(field());
  await screen.findByText('3 of 3 known devices match');
  expect(screen.getByText('Without a pattern, every device of the site is in the group.')).toBeDefined();
  await user.type(field(), '*7A*{Enter}nowhere');
  await screen.findByText('2 of 3 known devices match');
  await user.click(button('Save'));
  expect(saved).toEqual([['*7A*', 'nowhere']]);
});

test('what the platform would refuse is not asked, also when it is mended at once', async () => {
  const user = patterns();
  await screen.findByText('2 of 3 known devices match');
  await user.clear(field());
  await user.click(field());
  await user.paste('x'.repeat(256));
  await screen.findByText('Which devices match is looked up as soon as the lines are in order.');
  asked.length = 0;
  await user.clear(field());
  await user.paste('CB-7A-*');
  await screen.findByText('1 of 3 known devices matches');
  expect(asked).toEqual([['CB-7A-*']]);
});

test('a pattern that matches nothing yet says so', async () => {
  patterns(['NEW-*']);
  await screen.findByText('No known device matches');
});

test('a list of serial numbers becomes patterns of the devices’ names, and nothing else without a question', async () => {
  const user = patterns();
  await upload(user, csv('Room,Serial number\n7,SN-0\n7B,LAB-9\n'));
  await screen.findByText('1 will be added');
  await user.click(screen.getByLabelText('Add 1 entry that names no known device as a pattern'));
  await user.click(button('Add 2'));
  expect(field().value).toBe('CB-*\nRS-7A-01\nLAB-9');
});

test('a pattern that matches more than half of the site is added on demand only', async () => {
  const user = patterns();
  await upload(user, csv('room\n7\n'));
  expect(await screen.findByText('2 not found:')).toBeDefined();
  expect(isIdle('Add 0')).toBe(true);
  await user.click(screen.getByLabelText('Add 2 entries that name no known device as patterns'));
  expect(button('Add 1')).toBeDefined();
  await user.click(screen.getByLabelText('Add 1 pattern that matches more than half of all devices'));
  await user.click(button('Add 2'));
  expect(field().value).toBe('CB-*\nroom\n7');
});

test('a pattern that is too long cannot be saved', async () => {
  const user = patterns();
  await user.click(field());
  await user.paste('x'.repeat(256));
  expect(screen.getByRole('alert').textContent).toBe('Max 255 characters');
  await user.click(button('Save'));
  expect(saved).toEqual([]);
});

const refusals: [AppErrorCode, AppErrorDetail, string][] = [
  [
    'invalid',
    { messages: ['The site has no devices with these ids: m9.'] },
    'The site has no devices with these ids: m9.',
  ],
  ['conflict', { messages: ['It comes from a directory.'] }, 'It comes from a directory.'],
  ['unreachable', {}, 'The server does not answer. Check your connection and try again.'],
  ['unauthorized', {}, 'Your session has ended. Sign in again.'],
  ['forbidden', { messages: ['forbidden'] }, 'Your account may not do this.'],
  ['not-found', {}, 'This group is not there any more.'],
  ['server', {}, 'The server could not do it. Wait a moment and try again.'],
];

test.each(refusals)('after %s the edit is still there and can be saved again', async (code, detail, text) => {
  answer = () => Promise.reject(new AppError(code, 'no', { detail }));
  const user = picker();
  await user.click(option('Ada'));
  await user.click(button('Add'));
  await user.click(button('Save'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    `The members were not saved. Your changes are still here. ${text}`,
  );
  expect(options('Selected Devices')).toEqual(['Ada', 'Alan']);
  expect(former).toBeUndefined();
  answer = async () => {};
  await user.click(button('Save'));
  expect(saved).toHaveLength(2);
  expect(former).toEqual(['m2']);
});

test('text of the directory and of files is text', async () => {
  const hostile = '<img src=x onerror=alert(1)>\u202E👾';
  const user = show({
    kind: 'device',
    candidates: [{ id: 'h', name: hostile, detail: 'x'.repeat(10_000), listNames: [] }],
    entries: [],
  });
  expect(options('Available Devices')).toEqual([hostile]);
  await upload(user, csv(`"${hostile}"\n`));
  await screen.findByText('1 not found:');
  expect(matching()).toEqual([hostile.replace('\u202E', '')]);
  expect(document.querySelector('img')).toBeNull();
});
