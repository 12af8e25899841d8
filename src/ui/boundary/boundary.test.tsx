import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { lazyDialog, lazyPart } from '#shell/lazy/lazy-part.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { DataTable } from '../list/data-table.tsx';
import { Tabs } from '../tabs.tsx';
import { Boundary, listEntry } from './boundary.tsx';
import type { RenderFailure } from './describe-failure.ts';
import { openRoot } from './open-root.tsx';

/** What `Fragile` does when it is rendered. */
let isBroken = true;
function Fragile({ name = 'Fragile' }: { name?: string }) {
  if (isBroken) throw new TypeError('Ada Lovelace');
  return <p>{name}</p>;
}

beforeEach(() => {
  isBroken = true;
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const failedParts = () =>
  [...document.querySelectorAll<HTMLElement>('[data-failed-part]')].map(({ dataset }) => dataset.failedPart);
const tryAgain = async () => {
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
};

test('an entry that fails leaves the others, and is back after Try again', async () => {
  render(
    <ul>
      <li>Before</li>
      <Boundary kind="card" frame={listEntry}>
        <Fragile />
      </Boundary>
      <li>After</li>
    </ul>,
  );
  expect(screen.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    'Before',
    'This card could not be shown.Try again',
    'After',
  ]);
  await tryAgain();
  expect(screen.getAllByRole('listitem').map((each) => each.textContent)).toEqual(['Before', 'After']);
  expect(screen.getByText('Fragile')).toBeDefined();
  expect(failedParts()).toEqual([]);
});

function Endless() {
  const [count, setCount] = useState(0);
  if (count >= 0) setCount(count + 1);
  return <p>{count}</p>;
}

test('a part that renders without end is stopped, and the parts around it stay', () => {
  render(
    <>
      <p>The class</p>
      <Boundary kind="panel">
        <Endless />
      </Boundary>
    </>,
  );
  expect(screen.getByText('The class')).toBeDefined();
  expect(failedParts()).toEqual(['panel']);
});

test('a row, a cell and a tab fail by themselves', async () => {
  render(
    <Tabs
      label="Tabs"
      value="a"
      onChange={() => {}}
      items={[{ key: 'a', title: 'A', panel: () => <Fragile /> }]}
    />,
  );
  render(
    <DataTable caption="People" columns={['Name', 'Age']}>
      <tr>
        <td>Ada</td>
      </tr>
      <Fragile />
    </DataTable>,
  );
  expect(failedParts()).toEqual(['panel', 'row']);
  expect(screen.getByRole('tab', { name: 'A' })).toBeDefined();
  expect(screen.getByText('Ada')).toBeDefined();
});

test('the content of a dialog that fails leaves the dialog with its title and its way out', async () => {
  const onClose = vi.fn();
  render(
    <Dialog label="Lock" width="20rem" closeLabel="Cross" onClose={onClose} withHeader>
      <Fragile />
    </Dialog>,
  );
  const dialog = within(screen.getByRole('dialog', { name: 'Lock' }));
  expect(failedParts()).toEqual(['dialog']);
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a dialog that fails before it is open says so in a dialog, and the page behind it stays', async () => {
  const Broken = lazyDialog<{ onClose: () => void }>('Power', async () => () => <Fragile />);
  const onClose = vi.fn();
  render(
    <>
      <p>The class</p>
      <Broken onClose={onClose} />
    </>,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Power' }));
  expect(screen.getByText('The class')).toBeDefined();
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  expect(onClose).toHaveBeenCalledOnce();
});

test('a panel over the foot of the page fails there, and an open dialog stays with what was typed', async () => {
  const Panel = lazyPart(async () => Fragile, { isAtFoot: true });
  render(
    <>
      <Dialog label="Lock" width="20rem" closeLabel="Cross" onClose={() => {}}>
        <input aria-label="Message" />
      </Dialog>
      <Panel />
    </>,
  );
  await userEvent.type(screen.getByLabelText('Message'), 'Back at ten');
  await vi.waitFor(() => expect(failedParts()).toEqual(['panel']));
  expect(screen.getByLabelText<HTMLInputElement>('Message').value).toBe('Back at ten');
});

test('a page is never empty, and each failure is logged and told once', async () => {
  const failures: RenderFailure[] = [];
  const place = document.body.appendChild(document.createElement('div'));
  await act(async () => void openRoot(place, <Fragile />, (failure) => failures.push(failure)));
  expect(failedParts()).toEqual(['page']);
  expect(failures).toMatchObject([{ part: 'page', error: { name: 'TypeError' } }]);
  expect(failures[0]?.componentStack).toContain('Fragile');
  expect(console.error).toHaveBeenCalledWith('part not shown:', 'page', failures[0]?.error);
  await tryAgain();
  expect(place.textContent).toBe('Fragile');
});

function Unreachable(): never {
  throw new AppError('unreachable', 'no network');
}

test('a request that failed is no defect of the program', async () => {
  const failed = vi.fn();
  const place = document.body.appendChild(document.createElement('div'));
  await act(async () => void openRoot(place, <Unreachable />, failed));
  expect(failedParts()).toEqual(['page']);
  expect(failed).not.toHaveBeenCalled();
});
