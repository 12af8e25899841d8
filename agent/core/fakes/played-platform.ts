/** Delivers messages of the platform and of tutors to a test's device. */

import type { FakeClock } from '#protocol/fakes/fake-clock.ts';
import {
  backchannel,
  clientOrders,
  clientPolicies,
  groupFeedback,
  type Target,
  targetTopic,
} from '#protocol/topics.ts';
import type { TransportMessage } from '../connection/transport.ts';
import type { OpenedTransport } from './fake-transports.ts';

export const SCOPE = { tenant: 'demo', site: 'riverside' };
export const group = (groupId = 'g1'): Target => ({ to: 'group', groupId });
export const own: Target = { to: 'client', authType: 'user', userId: 'u1', clientId: 'c1' };

type WishedDemand = {
  tutor?: string;
  source?: string;
  since?: number;
  to?: Target;
  responseTopic?: string;
  frequency?: number;
  ttl?: number;
  parameters?: object;
};

export function createPlayedPlatform(deps: { clock: FakeClock; transport: () => OpenedTransport }) {
  const { clock, transport } = deps;
  let acted = 0;

  const deliver = async (topic: string, payload: unknown, properties: Partial<TransportMessage> = {}) => {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    transport().events.onMessage({
      topic,
      payload: new Uint8Array(text.length),
      text: () => text,
      retain: false,
      ...properties,
    });
    await clock.advance(0);
  };

  return {
    deliver,
    /** Retains the orders of the device's classes. */
    orders: (...orders: readonly { id: string; action: string; parameters?: object }[]) =>
      deliver(
        clientOrders(SCOPE, 'c1'),
        { orders: orders.map((order) => ({ tutorId: 'anna', ...order })) },
        { retain: true },
      ),
    /** The platform retains these policies for the device. */
    policies: (...policies: readonly object[]) =>
      deliver(
        clientPolicies(SCOPE, 'c1'),
        { policies: policies.map((policy, i) => ({ id: `p${i + 1}`, name: 'P', effects: [], ...policy })) },
        { retain: true },
      ),
    demand: (type: string, wish: WishedDemand = {}) => {
      const { tutor = 'anna', to = group() } = wish;
      const responseTopic =
        wish.responseTopic ??
        (to.to === 'group' ? groupFeedback(SCOPE, to.groupId) : backchannel(SCOPE, tutor));
      return deliver(
        targetTopic(SCOPE, tutor, to, 'demands'),
        {
          'demand-type': type,
          'demand-parameters': wish.parameters ?? (type === 'thumbnails' ? { quality: 30 } : {}),
          frequency: wish.frequency ?? 5_000,
          TTL: wish.ttl ?? 600_000,
          ...(wish.source !== undefined && { source: wish.source }),
          ...(wish.since !== undefined && { since: wish.since }),
        },
        { responseTopic },
      );
    },
    act: (
      action: string,
      parameters: object = {},
      wish: { tutor?: string; to?: Target; id?: string; timeSent?: number } = {},
    ) =>
      deliver(targetTopic(SCOPE, wish.tutor ?? 'anna', wish.to ?? group(), 'actions'), {
        id: wish.id ?? `${action}-${acted++}`,
        action,
        parameters,
        timeSent: wish.timeSent ?? clock.now(),
      }),
  };
}
