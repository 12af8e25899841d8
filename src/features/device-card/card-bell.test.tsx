import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { CardStores } from './card-stores.ts';
import { info, showCard } from './fakes/shown-card.tsx';

afterEach(cleanup);

const ringOf =
  ({ eventBells }: CardStores) =>
  (...logs: { clientId?: string | null; userId: string }[]) =>
    act(() => eventBells.set(logs.map((log) => ({ clientId: null, ...log }))));
const bell = () => screen.queryByRole('link', { name: /new alerts? from Ada Lovelace$/ });

test('counts what came from this device, and what came from its user without a device', () => {
  const ring = ringOf(showCard({ info: info() }).stores);
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

test('leads to the alerts of the device', () => {
  const ring = ringOf(showCard({ info: info({ deviceId: 'd1' }) }).stores);
  ring({ clientId: 'c1', userId: 'u1' });
  expect(bell()?.getAttribute('href')).toBe('/group/g1/user/u1/device/c1/d1?tab=Alerts');
});
