import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, Suspense, useLayoutEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ActionRun } from '#live/action-run.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { activities } from '#shell/activity/activity.ts';
import type { ActionDialogProps } from './action-entry.ts';
import type { ActionPlace } from './action-target.ts';
import { createFakeTargets, fakeTarget } from './fakes/fake-targets.ts';
import { LaunchDialog } from './launch/launch-dialog.tsx';
import { LockDialog } from './lock/lock-dialog.tsx';
import { LoginDialog } from './login/login-dialog.tsx';
import { NotificationDialog } from './notification/notification-dialog.tsx';
import { PowerDialog } from './power/power-dialog.tsx';

const UNSUPPORTED = 'Some selected clients do not support this action';
const windows = fakeTarget('w');
const chrome = fakeTarget('c', { system: 'browser' });

beforeEach(() => {
  localStorage.clear();
  session.state = signedIn({ userId: 't1' });
});
afterEach(() => {
  session.state = { name: 'unknown' };
  for (const entry of activities.list()) activities.cancel(entry);
});

function open(
  Dialog: ComponentType<ActionDialogProps>,
  targets = [windows, chrome],
  place: ActionPlace = { kind: 'list', of: 'devices' },
) {
  const onClose = vi.fn();
  const all = createFakeTargets(targets).get();
  render(
    <Suspense>
      <Dialog place={place} targets={all} onClose={onClose} />
    </Suspense>,
  );
  return { user: userEvent.setup(), onClose };
}

const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const submit = (name: string) => screen.getByRole('button', { name });
const focused = () => document.activeElement;

/** To whom the newest action goes. */
function askedOf(): string[] | undefined {
  const run = activities.list()[0]?.run as ActionRun | undefined;
  return run && 'clients' in run.audience ? run.audience.clients.map(({ clientId }) => clientId) : undefined;
}

test('a notification cannot be sent without a message, and is remembered when it was', async () => {
  const { user, onClose } = open(NotificationDialog);
  expect(focused()).toBe(field('Title (optional)'));
  expect(submit('Send').getAttribute('aria-disabled')).toBe('true');
  expect(submit('Send').getAttribute('aria-description')).toBe('Please write a message');
  await user.keyboard('Hello{Enter}');
  expect(askedOf()).toBeUndefined();
  await user.type(field('Message'), 'Look{Enter}here');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(askedOf()).toEqual(['w', 'c']);
  expect(onClose).toHaveBeenCalledOnce();
  expect(JSON.parse(localStorage.getItem('lectern.notification.console:s t1') ?? '')).toEqual({
    title: 'Hello',
    message: 'Look\nhere',
  });
});

test('says to how many devices it goes, of a single one its name', () => {
  open(NotificationDialog);
  expect(screen.getByText('To 2 devices')).toBeDefined();
  document.body.replaceChildren();
  open(NotificationDialog, [fakeTarget('x')]);
  expect(screen.getByText('Student x').tagName).toBe('BDI');
});

test('a hostile name is text of its own direction', () => {
  const name = `<img src=x onerror=alert(1)>\u202e😀${'x'.repeat(10_000)}`;
  open(NotificationDialog, [{ ...windows, name }]);
  expect(document.querySelector('bdi')?.textContent).toBe(name);
  expect(document.querySelector('img')).toBeNull();
});

test('a launch without an address says so beside the field, which gets the focus', async () => {
  const { user, onClose } = open(LaunchDialog);
  await user.click(submit('Launch'));
  const address = field('Address');
  expect(screen.getByText('Please enter an address')).toBeDefined();
  expect(address.getAttribute('aria-invalid')).toBe('true');
  expect(focused()).toBe(address);
  await user.type(address, 'javascript:alert(1){Enter}');
  expect(screen.getByText('This is not the address of a web page')).toBeDefined();
  expect(askedOf()).toBeUndefined();
  await user.clear(address);
  await user.type(address, 'a.example{Enter}');
  expect(askedOf()).toEqual(['w', 'c']);
  expect(onClose).toHaveBeenCalledOnce();
});

test('a program is launched on Windows devices alone, and the dialog says so', async () => {
  const { user } = open(LaunchDialog);
  expect(screen.queryByText(UNSUPPORTED)).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'A program' }));
  expect(screen.getByText(UNSUPPORTED)).toBeDefined();
  await user.click(submit('Launch'));
  expect(screen.getByText('Please enter a command')).toBeDefined();
  await user.type(field('Command'), 'calc{Enter}');
  expect(askedOf()).toEqual(['w']);
});

test('where nobody can do it nothing is sent', async () => {
  const { user } = open(LaunchDialog, [chrome]);
  await user.click(screen.getByRole('radio', { name: 'A program' }));
  await user.type(field('Command'), 'calc{Enter}');
  expect(submit('Launch').getAttribute('aria-description')).toBe(UNSUPPORTED);
  expect(askedOf()).toBeUndefined();
});

test('a power action needs its action and whole seconds', async () => {
  const { user } = open(PowerDialog);
  expect(screen.getByText(UNSUPPORTED)).toBeDefined();
  await user.type(field('Countdown in seconds'), '-5{Enter}');
  expect(screen.getByText('Please choose an action')).toBeDefined();
  const text = 'Please enter a positive integer greater than or equal to 1 or leave blank';
  expect(screen.getByText(text)).toBeDefined();
  expect(focused()).toBe(screen.getByRole('radio', { name: 'Shut down' }));
  await user.click(screen.getByRole('radio', { name: 'Restart' }));
  await user.clear(field('Countdown in seconds'));
  await user.type(field('Repeat in seconds'), '2 h{Enter}');
  expect(screen.getByText(text)).toBeDefined();
  await user.clear(field('Repeat in seconds'));
  await user.click(submit('Send'));
  expect(askedOf()).toEqual(['w']);
  expect(activities.list()[0]?.title).toBe('Restart');
});

test('a power action of several devices is confirmed, with their number and names; that of one is not', async () => {
  const other = fakeTarget('w2');
  const { user, onClose } = open(PowerDialog, [windows, chrome, other]);
  await user.click(screen.getByRole('radio', { name: 'Shut down' }));
  await user.click(submit('Send'));
  const question = within(screen.getByRole('dialog', { name: 'Shut down 2 devices?' }));
  expect(question.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Student w',
    'Student w2',
  ]);
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect([askedOf(), onClose.mock.calls.length]).toEqual([undefined, 0]);
  await user.click(submit('Send'));
  await user.click(submit('Shut down 2 devices'));
  expect(askedOf()).toEqual(['w', 'w2']);
  expect(onClose).toHaveBeenCalledOnce();
});

test('a remote login needs a user name, which is remembered, and the password is not', async () => {
  const { user } = open(LoginDialog);
  await user.click(submit('Sign in'));
  expect(screen.getByText('Please enter a user name')).toBeDefined();
  expect(focused()).toBe(field('User name'));
  await user.type(screen.getByLabelText('Password (optional)'), 'secret');
  await user.type(field('User name'), 'ada{Enter}');
  expect(askedOf()).toEqual(['w']);
  expect(JSON.stringify({ ...localStorage })).not.toContain('secret');
  expect(localStorage.getItem('lectern.lastUsername.console:s t1')).toBe('"ada"');
});

function OpeningLogin({ onCommit }: { onCommit: () => void }) {
  useLayoutEffect(onCommit);
  return (
    <LoginDialog
      place={{ kind: 'list', of: 'devices' }}
      targets={createFakeTargets([windows]).get()}
      onClose={vi.fn()}
    />
  );
}

test('a dialog has its first field focused as soon as it is seen: Enter never meets the cross', () => {
  const opened: (Element | null)[] = [];
  render(<OpeningLogin onCommit={() => void opened.push(document.activeElement)} />);
  expect(opened).toEqual([field('User name')]);
});

test('a lock opens as it was last used, and Enter locks', async () => {
  localStorage.setItem(
    'lectern.lock.console:s t1',
    JSON.stringify({ mode: 'currentTab', url: 'a', content: '' }),
  );
  const { user, onClose } = open(LockDialog);
  expect(focused()).toBe(screen.getByRole('radio', { name: 'The current tab' }));
  expect(screen.getByText(UNSUPPORTED)).toBeDefined();
  await user.click(submit('Lock'));
  expect(askedOf()).toEqual(['c']);
  expect(onClose).toHaveBeenCalledOnce();
});

test('a lock to a page needs its address', async () => {
  localStorage.setItem('lectern.lock.console:s t1', JSON.stringify({ mode: 'url', url: '', content: '' }));
  const { user } = open(LockDialog);
  await user.click(submit('Lock'));
  expect(screen.getByText('Please enter an address')).toBeDefined();
  await user.type(field('Address'), 'a.example');
  await user.click(submit('Lock'));
  expect(askedOf()).toEqual(['w', 'c']);
  expect(JSON.parse(localStorage.getItem('lectern.lock.console:s t1') ?? '')).toEqual({
    mode: 'url',
    url: 'a.example',
    content: '',
  });
});

test.each([
  ['a notification to a whole group is one message', NotificationDialog, 'Send', { groupId: 'g1' }],
  [
    'credentials are never sent to a group, but to each of its clients',
    LoginDialog,
    'Sign in',
    { clients: [windows.recipient] },
  ],
])('%s', async (_, Dialog, name, audience) => {
  localStorage.setItem('lectern.lastUsername.console:s t1', '"ada"');
  localStorage.setItem('lectern.notification.console:s t1', '{"title":"","message":"Look"}');
  const place: ActionPlace = { kind: 'group', groupId: 'g1', title: '7A', isWhole: () => true };
  const { user } = open(Dialog, [windows], place);
  await user.click(submit(name));
  expect((activities.list()[0]?.run as ActionRun | undefined)?.audience).toEqual(audience);
});
