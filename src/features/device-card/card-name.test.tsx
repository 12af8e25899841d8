import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answerLast, forgetTold, info, lastTold, showCard } from './fakes/shown-card.tsx';

afterEach(() => {
  cleanup();
  forgetTold();
});

const pencil = () => screen.getByRole('button', { name: /^Set an alias for / });
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Alias of Ada Lovelace' });

async function edit(text: string) {
  const user = userEvent.setup();
  await user.click(pencil());
  await user.clear(field());
  if (text !== '') await user.type(field(), text);
  return user;
}

test('an alias is sent to the device, and stands on the card at once', async () => {
  const { change } = showCard({ info: info() });
  const user = await edit('  Front row ');
  await user.keyboard('{Enter}');
  expect(lastTold()).toEqual({
    action: 'setAlias',
    parameters: { alias: 'Front row' },
    audience: { clients: [{ clientId: 'c1', userId: 'u1', authType: 'user' }] },
  });
  expect(screen.getByText('Front row').dataset.pending).toBe('true');
  change({ info: info({ alias: 'Front row' }) });
  expect(screen.getByText('Front row').dataset.pending).toBeUndefined();
  expect(document.activeElement).toBe(pencil());
});

test('a device that does not take the alias keeps its name', async () => {
  showCard({ info: info() });
  const user = await edit('Front row');
  await user.click(screen.getByRole('button', { name: 'Save alias' }));
  answerLast('failed');
  expect(screen.queryByText('Front row')).toBeNull();
  expect(screen.getByText('Ada Lovelace')).toBeDefined();
});

test('a device that says its alias otherwise is believed a few seconds after it has confirmed it', async () => {
  showCard({ info: info() });
  const user = await edit('Front row');
  await user.keyboard('{Enter}');
  vi.useFakeTimers();
  answerLast('confirmed');
  act(() => void vi.advanceTimersByTime(5_000));
  vi.useRealTimers();
  expect(screen.queryByText('Front row')).toBeNull();
  expect(screen.getByText('Ada Lovelace')).toBeDefined();
});

test('what was confirmed stays until the device says it', async () => {
  showCard({ info: info() });
  const user = await edit('Front row');
  await user.keyboard('{Enter}');
  answerLast('confirmed');
  expect(screen.getByText('Front row')).toBeDefined();
});

test('an empty alias takes it away: the name stands there at once', async () => {
  showCard({ info: info({ alias: 'Front row' }) });
  const user = await edit('');
  await user.keyboard('{Enter}');
  expect(lastTold()?.parameters).toEqual({ alias: '' });
  expect(screen.getByText('Ada Lovelace')).toBeDefined();
});

test('Escape and Cancel send nothing, and the focus goes back to the pencil', async () => {
  showCard({ info: info() });
  const user = await edit('Front row');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(document.activeElement).toBe(pencil());
  await edit('Other');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(lastTold()).toBeUndefined();
});

test('the same alias again is not sent', async () => {
  showCard({ info: info({ alias: 'Front row' }) });
  const user = await edit('Front row');
  await user.keyboard('{Enter}');
  expect(lastTold()).toBeUndefined();
});

test('what another tutor has called the device meanwhile stays where nothing was typed', async () => {
  const { change } = showCard({ info: info({ alias: 'Ben' }) });
  const user = userEvent.setup();
  await user.click(pencil());
  await user.click(field());
  change({ info: info({ alias: 'Benjamin' }) });
  await user.click(document.body);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(lastTold()).toBeUndefined();
});

test('the name leads to the device, by its id in the directory where it has one', () => {
  const { change } = showCard({ info: info() });
  const path = () => screen.getByRole('link', { name: 'Ada Lovelace' }).getAttribute('href');
  expect(path()).toBe('/group/g1/user/u1/client/c1');
  change({ info: info({ deviceId: 'd1' }) });
  expect(path()).toBe('/group/g1/user/u1/device/c1/d1');
});

test('a name that the student gave has that of the directory in its tip', () => {
  showCard({ info: info({ user: { id: 'u1', name: 'Addie' } }) }, 'Ada Lovelace');
  expect(screen.getByText('Addie').parentElement?.dataset.tip).toBe('Addie (Ada Lovelace)');
});

test('where the directory is not known, the tip has the name that the device says', () => {
  showCard({ info: info({ user: { id: 'u1', name: 'Addie', signedInAs: 'Ada Lovelace' } }) });
  expect(screen.getByText('Addie').parentElement?.dataset.tip).toBe('Addie (Ada Lovelace)');
});

test('an empty alias takes a name away that the student gave', async () => {
  showCard({ info: info({ user: { id: 'u1', name: 'Addie' } }) }, 'Ada Lovelace');
  const user = userEvent.setup();
  await user.click(pencil());
  await user.type(screen.getByRole('textbox'), '{Enter}');
  expect(lastTold()?.parameters).toEqual({ alias: '' });
});

test('where the name is that of the directory, an empty alias sends nothing; nor does a press elsewhere', async () => {
  const { change } = showCard({ info: info() }, 'Ada Lovelace');
  const user = userEvent.setup();
  await user.click(pencil());
  await user.type(screen.getByRole('textbox'), '{Enter}');
  change({ info: info({ user: { id: 'u1', name: 'Addie' } }) });
  await user.click(pencil());
  await user.click(document.body);
  expect(lastTold()).toBeUndefined();
});

test('a press elsewhere saves the alias, and Escape leaves it as it was', async () => {
  showCard({ info: info() });
  const user = await edit('Front row');
  await user.click(document.body);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(lastTold()?.parameters).toEqual({ alias: 'Front row' });
  forgetTold();
  await user.click(pencil());
  await user.type(field(), 'Somewhere else{Escape}');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(lastTold()).toBeUndefined();
});

test('a device that takes no alias offers none', () => {
  showCard({ info: info({ unsupported: ['setAlias'] }) });
  expect(screen.queryByRole('button', { name: /^Set an alias for / })).toBeNull();
});
