import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { alertBells } from './alerts/alert-bells.ts';
import { info, showCard } from './fakes/shown-card.tsx';
import { groupView } from './group-view.ts';

afterEach(() => {
  cleanup();
  alertBells.set([]);
  groupView.forgetTab();
});

const ring = (...logs: { clientId?: string | null; userId: string }[]) =>
  act(() => alertBells.set(logs.map((log) => ({ clientId: null, ...log }))));
const bell = () => screen.queryByRole('button', { name: /new alerts? from Ada Lovelace$/ });

test('counts what came from this device, and what came from its user without a device', () => {
  showCard({ info: info() });
  expect(bell()).toBeNull();
  ring(
    { clientId: 'c1', userId: 'u1' },
    { userId: 'u1' },
    { clientId: 'c2', userId: 'u1' },
    { userId: 'u2' },
  );
  expect(bell()?.textContent).toBe('2');
  expect(bell()?.getAttribute('aria-label')).toBe('2 new alerts from Ada Lovelace');
  ring();
  expect(bell()).toBeNull();
});

test('leads to the alerts of the group', async () => {
  showCard({ info: info() });
  ring({ clientId: 'c1', userId: 'u1' });
  const button = bell();
  if (button) await userEvent.click(button);
  expect(groupView.tabOf('g1')).toBe('alerts');
  expect(groupView.tabOf('g2')).toBe('devices');
});
