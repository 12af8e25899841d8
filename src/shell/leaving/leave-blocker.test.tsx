import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { LeaveGuard } from '#ui/dialog/leave-dialog.ts';
import { LeaveBlocker } from './leave-blocker.tsx';

let stop = () => {};
afterEach(() => stop());

function Page() {
  const [open, setOpen] = useState(['outer']);
  const close = (name: string) => setOpen((before) => before.filter((each) => each !== name));
  return (
    <>
      {open.includes('outer') ? (
        <Dialog label="Lock" width="20rem" closeLabel="Close" onClose={() => close('outer')}>
          <input aria-label="Message" />
          <button type="button" onClick={() => setOpen(['outer', 'inner'])}>
            More
          </button>
        </Dialog>
      ) : null}
      {open.includes('inner') ? (
        <Dialog label="Groups" width="20rem" closeLabel="Close" onClose={() => close('inner')}>
          <Link to={'/other' as never}>7B</Link>
        </Dialog>
      ) : null}
    </>
  );
}

/** A page with an open dialog, after another page of the same tab. */
async function open() {
  window.history.replaceState({}, '', '/first');
  const history = createBrowserHistory();
  stop = history.destroy;
  const root = createRootRoute();
  const route = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const router = createRouter({
    routeTree: root.addChildren([
      route('/first', () => <p>First</p>),
      route('/group', Page),
      route('/other', () => <p>Other group</p>),
    ]),
    history,
  });
  await act(async () => {
    render(
      <LeaveGuard value={LeaveBlocker}>
        <RouterProvider router={router as never} />
      </LeaveGuard>,
    );
  });
  await act(() => router.navigate({ to: '/group' as never }));
  const goBack = () => act(async () => window.history.back());
  return { goBack, user: userEvent.setup() };
}
const dialog = (name: string) => screen.queryByRole('dialog', { name });
const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' });
const press = async (name: string) => userEvent.click(within(await question()).getByRole('button', { name }));

test('Back asks about typed work as Escape does, and leaves the page alone', async () => {
  const { goBack, user } = await open();
  await user.type(screen.getByRole('textbox'), 'Eyes to the front');
  await goBack();
  await press('Keep editing');
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Eyes to the front');
  await waitFor(() => expect(location.pathname).toBe('/group'));
  await goBack();
  await press('Discard changes');
  expect(dialog('Lock')).toBeNull();
  expect(location.pathname).toBe('/group');
  await goBack();
  expect(await screen.findByText('First')).toBeDefined();
});

test('Back closes the topmost dialog only, and asks nothing where nothing was typed', async () => {
  const { goBack, user } = await open();
  await user.type(screen.getByRole('textbox'), 'Eyes to the front');
  await user.click(screen.getByRole('button', { name: 'More' }));
  await goBack();
  await waitFor(() => expect(dialog('Groups')).toBeNull());
  expect(dialog('Lock')).not.toBeNull();
  await user.clear(screen.getByRole('textbox'));
  await goBack();
  await waitFor(() => expect(dialog('Lock')).toBeNull());
  expect(location.pathname).toBe('/group');
});

test('a link in a dialog on top asks about the work in the dialog below', async () => {
  const { user } = await open();
  await user.type(screen.getByRole('textbox'), 'Eyes to the front');
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(screen.getByRole('link', { name: '7B' }));
  await press('Keep editing');
  expect(dialog('Lock')).not.toBeNull();
  await user.click(screen.getByRole('link', { name: '7B' }));
  await press('Discard changes');
  expect(await screen.findByText('Other group')).toBeDefined();
});

test('the browser asks before a reload while something is typed, and only then', async () => {
  const { user } = await open();
  const unload = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(unload()).toBe(false);
  await user.type(screen.getByRole('textbox'), 'Eyes to the front');
  expect(unload()).toBe(true);
});
