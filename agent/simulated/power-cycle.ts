/** The time that a simulated machine stays away, and its state afterwards. A demo class has to recover. */
import type { PowerAction } from '#domain/devices/power-actions.ts';
import type { DeviceState } from '../core/device-state.ts';
import { seededRandom } from './seeded-random.ts';

const RESTART_MS = { low: 9_000, high: 12_000 };
/** The time until the machine is switched on, woken or signed in to. */
const AWAY_MS = { low: 60_000, high: 120_000 };

export function backAfterMs(action: PowerAction, seed: string): number {
  const { low, high } = action === 'reboot' ? RESTART_MS : AWAY_MS;
  return seededRandom(seed, 'power', action).between(low, high);
}

/** The alias belongs to the device and is kept. A machine that slept keeps its whole state. */
export function keptOver(action: PowerAction, state: Readonly<DeviceState>): Partial<DeviceState> {
  const { alias, lock, muted, inputsBlocked, login, name, rooms } = state;
  return action === 'sleep' ? { alias, lock, muted, inputsBlocked, login, name, rooms } : { alias };
}
