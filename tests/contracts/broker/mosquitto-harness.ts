/** Debian's Mosquitto as the broker of a platform, with the same face as the embedded one in tests. */
import { vi } from 'vitest';
import { createExternalBroker } from '../../../server/broker/external/external-broker.ts';
import { startMosquitto } from '../../support/processes/debian-servers.ts';
import { harnessOf, type StartBroker } from './broker-harness.ts';
import { createBrokerWorld } from './broker-world.ts';

export const startMosquittoBroker = async (...[limits = {}, more = {}]: Parameters<StartBroker>) => {
  const mosquitto = await startMosquitto();
  const { url, folder } = mosquitto;
  const world = createBrokerWorld();
  const deps = { ...world.deps, limits, ...more, url, folder };
  async function startPlatform() {
    const started = await createExternalBroker(deps);
    await vi.waitUntil(started.isOpen, { timeout: 5_000, interval: 10 });
    return started;
  }
  const first = await startPlatform();
  let broker = first;
  const harness = harnessOf({
    url,
    broker: first,
    world,
    expected: (token) => broker.expect(token),
    async close() {
      await broker.close();
      await mosquitto.close();
    },
  });
  return {
    ...harness,
    mosquitto,
    expectToken: (token: string) => broker.expect(token),
    /** As when the platform starts again: what it had in memory is gone. */
    async restartPlatform() {
      await broker.close();
      broker = await startPlatform();
      return broker;
    },
  };
};
