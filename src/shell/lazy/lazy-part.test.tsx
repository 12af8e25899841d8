import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { connectivity } from '../notices/connectivity.ts';
import { lazyDialog, lazyPart, lazyScreen } from './lazy-part.tsx';

/** What the platform says of the page's first script: a status, or nothing at all. */
let platform: number | undefined;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  platform = undefined;
  vi.stubGlobal('fetch', async () => {
    if (platform === undefined) throw new TypeError('Failed to fetch');
    return new Response(null, { status: platform });
  });
  // As markup it does not run.
  document.head.innerHTML = '<script type="module" src="http://x/assets/index.js"></script>';
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
  connectivity.offline = false;
});

/** Code that comes only while `isThere`. */
function codeOf<P>(Component: ComponentType<P>) {
  const code = {
    isThere: false,
    asked: 0,
    async load() {
      code.asked += 1;
      if (!code.isThere) throw new TypeError('Failed to fetch dynamically imported module: http://x/a.js');
      return Component;
    },
  };
  return code;
}

type Props = { name: string; onClose: () => void };
const Lock = ({ name, onClose }: Props) => (
  <Dialog label="Lock" width="20rem" closeLabel="Close" onClose={onClose}>
    <p>Locks {name}</p>
  </Dialog>
);

function openDialog() {
  const code = codeOf(Lock);
  const LazyLock = lazyDialog('Lock', code.load);
  const onClose = vi.fn();
  const shown = render(
    <main>
      <p>The class</p>
      <LazyLock name="PC-1" onClose={onClose} />
    </main>,
  );
  return { code, onClose, LazyLock, ...shown };
}

const again = () => screen.findByRole('button', { name: 'Try again' });

test('a dialog whose code does not come says so in its own place, and the screen around it stays', async () => {
  openDialog();
  await again();
  expect(screen.getByRole('dialog', { name: 'Lock' }).contains(screen.getByRole('alert'))).toBe(true);
  expect(screen.getByRole('alert').textContent).toMatch(/could not be loaded: the server does not answer/);
  expect(screen.getByText('The class')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
});

test('"Try again" opens the dialog that was wanted', async () => {
  const { code } = openDialog();
  await userEvent.click(await again());
  await waitFor(() => expect(code.asked).toBe(2));
  code.isThere = true;
  await userEvent.click(await again());
  expect(await screen.findByText('Locks PC-1')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a dialog that did not come can be closed, and is asked for anew when it is opened again', async () => {
  const { code, onClose, LazyLock, rerender } = openDialog();
  await again();
  await userEvent.click(screen.getByText('Close'));
  expect(onClose).toHaveBeenCalledOnce();
  rerender(<main />);
  code.isThere = true;
  rerender(<LazyLock name="PC-2" onClose={onClose} />);
  expect(await screen.findByText('Locks PC-2')).toBeDefined();
});

test('comes by itself when the platform answers again', async () => {
  connectivity.offline = true;
  const { code } = openDialog();
  await again();
  code.isThere = true;
  act(() => {
    connectivity.offline = false;
  });
  expect(await screen.findByText('Locks PC-1')).toBeDefined();
});

test('where a new version took its place, that is said, and only a reload is offered', async () => {
  platform = 404;
  openDialog();
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeDefined();
  expect(screen.getByRole('alert').textContent).toMatch(/was updated/);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Lock' })).toBeDefined();
});

test('a part within another one waits, fails and comes in its own place', async () => {
  const code = codeOf(({ name }: { name: string }) => <p>Writes to {name}</p>);
  const Editor = lazyPart(code.load, { waiting: <p>Waiting</p> });
  render(<Editor name="PC-1" />);
  expect(screen.getByText('Waiting')).toBeDefined();
  await again();
  expect(screen.queryByText('Waiting')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  code.isThere = true;
  await userEvent.click(await again());
  expect(await screen.findByText('Writes to PC-1')).toBeDefined();
});

test('a screen of a route says it in place of itself, and its preload comes to an end', async () => {
  const code = codeOf(() => <h1>The wall</h1>);
  const Screen = lazyScreen(code.load);
  await Screen.preload();
  render(<Screen />);
  expect((await screen.findByRole('alert')).textContent).toMatch(/This page could not be shown/);
  code.isThere = true;
  await userEvent.click(await again());
  expect(await screen.findByRole('heading', { name: 'The wall' })).toBeDefined();
});

test('a screen that was loaded before is drawn at once', async () => {
  const code = codeOf(() => <h1>The wall</h1>);
  code.isThere = true;
  const Screen = lazyScreen(code.load);
  await Screen.preload();
  render(<Screen />);
  expect(screen.getByRole('heading', { name: 'The wall' })).toBeDefined();
  expect(code.asked).toBe(1);
});

test('a screen whose script never came is not waited for a second time when its page is shown', async () => {
  vi.useFakeTimers();
  try {
    const load = vi.fn(() => new Promise<ComponentType<object>>(() => {}));
    const Feedback = lazyScreen(load);
    // The route waits for it before it shows its page.
    const preloaded = Feedback.preload();
    await vi.advanceTimersByTimeAsync(120_000);
    await preloaded;
    render(<Feedback />);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
    expect(load).toHaveBeenCalledTimes(1);
    act(() => screen.getByRole('button', { name: 'Try again' }).click());
    expect(load).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});

test('a script that failed at once is asked for again when its page is shown', async () => {
  const code = codeOf(() => <p>Feedback</p>);
  const Feedback = lazyScreen(code.load);
  await Feedback.preload();
  code.isThere = true;
  render(<Feedback />);
  expect(await screen.findByText('Feedback')).toBeDefined();
});
