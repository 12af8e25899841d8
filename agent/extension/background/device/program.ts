/** Runs the device of the configured site, and starts it again when the configuration changes. */
import type { TenantConfiguration } from '#protocol/auth/tenant-configuration.ts';
import type { Clock } from '#protocol/clock.ts';
import type { SiteDeployment } from '#protocol/deployment.ts';
import type { PlatformCall } from '../../../core/connection/platform-call.ts';
import type { ProgramState } from '../../links.ts';
import { currentServices, storedServices } from './tenant-services.ts';

export type Running = { stop(): Promise<void> };

export function createProgram(deps: {
  clock: Pick<Clock, 'after'>;
  call: PlatformCall;
  deployment: () => Promise<SiteDeployment | undefined>;
  start: (deployment: SiteDeployment, services: TenantConfiguration) => Promise<Running>;
  onState: (state: ProgramState) => void;
}) {
  const { call, clock } = deps;
  let running: { key: string; device: Running } | undefined;
  let steps: Promise<void> = Promise.resolve();
  let cancelRetry: (() => void) | undefined;

  const stop = async () => {
    const before = running;
    running = undefined;
    await before?.device.stop();
  };

  const run = async (deployment: SiteDeployment, services: TenantConfiguration): Promise<void> => {
    const key = JSON.stringify([deployment, services]);
    if (running?.key === key) return;
    await stop();
    deps.onState('starting');
    running = { key, device: await deps.start(deployment, services) };
    deps.onState('running');
  };

  async function follow(): Promise<void> {
    cancelRetry?.();
    const deployment = await deps.deployment();
    if (deployment?.secret === undefined) {
      await stop();
      deps.onState('not-configured');
      return;
    }
    const known = await storedServices(deployment);
    // The stored policies apply before the platform answers.
    if (known !== undefined) await run(deployment, known);
    try {
      await run(deployment, await currentServices(call, deployment));
    } catch {
      if (running === undefined) deps.onState('services-unreachable');
      cancelRetry = clock.after(RETRY_DELAY_MS, begin);
    }
  }

  const begin = (): void => {
    steps = steps.then(follow).catch(() => {
      cancelRetry = clock.after(RETRY_DELAY_MS, begin);
    });
  };
  return {
    /** Reads the configuration and starts the device, unless it runs with that configuration already. */
    begin,
  };
}

const RETRY_DELAY_MS = 15_000;
