/** What a site runner does: it is there, it says its name, it wakes machines. */
import type { ActionParameters } from '#protocol/action-parameters.ts';
import { isAppError } from '#protocol/app-error.ts';
import type { Clock } from '#protocol/clock.ts';
import { type ActionHandlers, type ActionOutcome, DONE } from '../core/actions/action-handlers.ts';
import type { SendWake } from './wake-sender.ts';
import type { ReadWakeTargets } from './wake-targets.ts';

export function runnerActions(deps: {
  clock: Clock;
  hostname: string;
  /** Where a console in the runner's network can ask for the name; undefined where it cannot. */
  nameUrl: () => string | undefined;
  /** Whether browsers refuse the certificate there, as far as the runner knows. */
  isUntrusted: () => boolean;
  targets: ReadWakeTargets;
  wake: SendWake;
}): ActionHandlers<'ping' | 'dnslookup' | 'wol', { tutorId: string }> {
  /** `woken` and `unknown` are ids of devices; unknown is one whose network address the platform does not have. */
  const wake = async (
    wanted: ActionParameters<'wol'>,
    { tutorId }: { tutorId: string },
  ): Promise<ActionOutcome> => {
    const targets = await deps.targets(wanted, tutorId).catch((error: unknown) =>
      // The platform says so where the site has waking switched off.
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
