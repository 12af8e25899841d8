/** What a site runner does: it is there, it says its name, it wakes machines. */
import { type ActionHandlers, type ActionOutcome, DONE } from '../core/action-handlers.ts';
import type { Clock } from '../core/clock.ts';
import type { SendWake } from './wake-sender.ts';

/** Directory id of a device → its MAC addresses. */
export type DeviceAddresses = ReadonlyMap<string, readonly string[]>;

const UNKNOWN_DEVICE = 'unknown-device';

export function runnerActions(deps: {
  clock: Clock;
  hostname: string;
  addresses: DeviceAddresses;
  wake: SendWake;
}): ActionHandlers<'ping' | 'dnslookup' | 'wol', unknown> {
  return {
    ping: () => ({ ok: true, at: deps.clock.now() }),

    dnslookup: () => ({ ok: true, hostname: deps.hostname }),

    /** Nothing tells a runner who is in a group, so that a group's devices are as unknown as a stranger. */
    async wol(wanted): Promise<ActionOutcome> {
      if (!('deviceIds' in wanted)) return { ok: false, code: UNKNOWN_DEVICE, groupId: wanted.groupId };
      const addressesOf = (id: string) => deps.addresses.get(id) ?? [];
      const known = wanted.deviceIds.filter((id) => addressesOf(id).length > 0);
      const unknown = wanted.deviceIds.filter((id) => addressesOf(id).length === 0);
      const macAddresses = known.flatMap(addressesOf);
      if (macAddresses.length > 0 && !(await deps.wake(macAddresses)))
        return { ok: false, code: 'not-sent', unknown };
      return unknown.length > 0
        ? { ok: false, code: UNKNOWN_DEVICE, woken: known, unknown }
        : { ...DONE, woken: known };
    },
  };
}
