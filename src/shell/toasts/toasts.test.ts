import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAlerts } from './toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const texts = (alerts: ReturnType<typeof createAlerts>) => alerts.state.list.map((alert) => alert.text);

test('an alert that cannot be closed goes after three seconds', () => {
  const alerts = createAlerts();
  alerts.show({ type: 'info', text: 'saved' });
  vi.advanceTimersByTime(2_999);
  expect(texts(alerts)).toEqual(['saved']);
  vi.advanceTimersByTime(1);
  expect(texts(alerts)).toEqual([]);
});

test('a closable alert stays until it is closed', () => {
  const alerts = createAlerts();
  const close = alerts.show({ type: 'warning', text: 'stays', closable: true });
  vi.advanceTimersByTime(3_600_000);
  expect(texts(alerts)).toEqual(['stays']);
  close();
  expect(texts(alerts)).toEqual([]);
});

test('closing early leaves no timer behind', () => {
  const alerts = createAlerts();
  alerts.show({ type: 'info', text: 'saved' })();
  expect(vi.getTimerCount()).toBe(0);
});

test('closing all events leaves the other alerts', () => {
  const alerts = createAlerts();
  alerts.show({ type: 'info', text: 'event 1', closable: true, isEvent: true });
  alerts.show({ type: 'info', text: 'other', closable: true });
  alerts.show({ type: 'info', text: 'event 2', closable: true, isEvent: true });
  alerts.closeEvents();
  expect(texts(alerts)).toEqual(['other']);
});
