/**
 * The platform asks a site's runners to wake a group, as a tutor does. The platform does not wait for their answers; it
 * rejects where nobody can be asked at the moment.
 */
import { randomUUID } from 'node:crypto';
import type { Action } from '#protocol/action.ts';
import type { ActionInput } from '#protocol/action-parameters.ts';
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import { combinedTarget, runnerTopic } from '#protocol/topics.ts';
import type { Broker } from '../broker/broker.ts';

/** Stands where a tutor's id does. */
const PLATFORM = 'platform';

export function createAskRunners(broker: Pick<Broker, 'publish' | 'isOpen'>, clock: () => number) {
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
