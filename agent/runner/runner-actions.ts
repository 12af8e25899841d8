/** The actions of a site runner: reply to a ping, return its name, and wake machines. */
import type { ActionParameters } from '#protocol/action-parameters.ts';
import { isAppError } from '#protocol/app-error.ts';
import type { Clock } from '#protocol/clock.ts';
import type { ActionHandlers, ActionOutcome } from '../core/actions/action-handlers.ts';
import { DONE } from '../core/outcome.ts';
import type { SendWake } from './wake-sender.ts';
import type { ReadWakeTargets } from './wake-targets.ts';

export function runnerActions(deps: {
  clock: Clock;
  hostname: string;
  /** The address for the name request within the runner's network; undefined if there is none. */
  nameUrl: () => string | undefined;
  /** True if the runner knows that browsers reject its certificate. */
  isUntrusted: () => boolean;
  targets: ReadWakeTargets;
  wake: SendWake;
}): ActionHandlers<'ping' | 'dnslookup' | 'wol', { tutorId: string }> {
  /** `woken` and `unknown` are device ids. The platform has no network address for the unknown ones. */
  const wake = async (
    wanted: ActionParameters<'wol'>,
    { tutorId }: { tutorId: string },
  ): Promise<ActionOutcome> => {
    const targets = await deps.targets(wanted, tutorId).catch((error: unknown) =>
      // The platform answers with a conflict if the site has switched waking off.
      isAppError(error) && error.code === 'conflict' ? 'switched-off' : 'no-addresses',
    );
    if (typeof targets === 'string') return { ok: false, code: targets };
    const known = targets.filter(({ macAddresses }) => macAddresses.length > 0);
    const woken = known.map(({ deviceId }) => deviceId);
    const asked = 'deviceIds' in wanted ? wanted.deviceIds : targets.map(({ deviceId }) => deviceId);
    const unknown = asked.filter((deviceId) => !woken.includes(deviceId));
    const macAddresses = [...new Set(known.flatMap((target) => target.macAddresses))];
    if (macAddresses.length > 0 && !(await deps.wake(macAddresses)))
      return { ok: false, code: 'not-sent', woken: [], unknown };
    return unknown.length > 0
      ? { ok: false, code: 'unknown-device', woken, unknown }
      : { ...DONE, woken, unknown };
  };

  return {
    ping: () => ({ ok: true, at: deps.clock.now() }),
    dnslookup() {
      const url = deps.nameUrl();
      return {
        ok: true,
        hostname: deps.hostname,
        ...(url !== undefined && { url }),
        ...(deps.isUntrusted() && { isUntrusted: true }),
      };
    },
    wol: wake,
  };
}
