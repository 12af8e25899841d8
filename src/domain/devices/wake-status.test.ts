import { expect, test } from 'vitest';
import { wakeStatus, wakeStatusText } from './wake-status.ts';

const MINUTE = 60_000;
const NOW = 1_790_000_000_000;
const off = { isOnline: false, isComputer: true, wokenAt: NOW, now: NOW };

test.each([
  ['a connected device is online, whatever was sent', { ...off, isOnline: true }, 'online'],
  ['a Windows device that was woken is waking', off, 'waking'],
  ['only computers can be woken', { ...off, isComputer: false }, 'offline'],
  ['a device that is shut out is not waking', { ...off, isShutOut: true }, 'shut-out'],
  ['a device that nobody woke is offline', { ...off, wokenAt: undefined }, 'offline'],
  ['after exactly 30 minutes it still shows', { ...off, wokenAt: NOW - 30 * MINUTE }, 'waking'],
  ['and not a moment longer', { ...off, wokenAt: NOW - 30 * MINUTE - 1 }, 'offline'],
] as const)('%s', (_, device, name) => {
  expect(wakeStatus(device).name).toBe(name);
});

test.each([
  [0, 'Wake action sent'],
  [MINUTE - 1, 'Wake action sent'],
  [MINUTE, 'Wake action sent 1 min ago'],
  [12 * MINUTE + 30_000, 'Wake action sent 12 min ago'],
  [-5_000, 'Wake action sent'],
])('%i ms after it was sent it says %j', (ageMs, text) => {
  const status = wakeStatus({ ...off, wokenAt: NOW - ageMs });
  expect(status.name === 'waking' && wakeStatusText(status)).toBe(text);
});
