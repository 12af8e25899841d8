/**
 * Requests the runners of a site to wake a group, as a tutor would. Does not wait for their replies; rejects
 * if the broker is unreachable.
 */
import { randomUUID } from 'node:crypto';
import type { Broker } from '#broker/broker.ts';
import type { Action } from '#protocol/action.ts';
import type { ActionInput } from '#protocol/action-parameters.ts';
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { combinedTarget, runnerTopic } from '#protocol/topics.ts';

/** Used in place of a tutor's id. */
const PLATFORM = 'platform';

export function createAskRunners(broker: Pick<Broker, 'publish' | 'isOpen'>, clock: () => EpochMs) {
  return async ({
    tenant,
    site,
    groupId,
  }: {
    tenant: string;
    site: string;
    groupId: string;
  }): Promise<void> => {
    if (!broker.isOpen()) throw new Error('The broker cannot be reached');
    const parameters: ActionInput<'wol'> = { groupId };
    const action: Action = {
      id: randomUUID(),
      action: 'wol',
      parameters,
      timeSent: clock(),
      combinedTargetIdentifier: combinedTarget({ to: 'group', groupId }),
    };
    await broker.publish({
      topic: runnerTopic({ tenant, site }, PLATFORM, 'wol'),
      payload: Buffer.from(JSON.stringify(action)),
      qos: 1,
      properties: { messageExpiryInterval: actionTtlSeconds('wol') },
    });
  };
}
