/** Publishes demands and patches with their topic, response topic and expiry. */
import { TIMING } from '#domain/timing.ts';
import type { Action } from '#protocol/action.ts';
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import type { Clock } from '#protocol/clock.ts';
import type { Demand, PatchDemandParameters } from '#protocol/demand.ts';
import type { LiveSession } from '#protocol/threads/live-worker.ts';
import { backchannel, combinedTarget, groupFeedback, type Target, targetTopic } from '#protocol/topics.ts';
import type { BrokerLink } from '../broker/broker-link.ts';
import type { Outcome } from '../broker/mqtt-transport.ts';
import { targetOf, type Watched } from '../watches/place.ts';

export type PublisherDeps = {
  clock: Clock;
  link: Pick<BrokerLink, 'publish' | 'since'>;
  newId(): string;
  /** Identifies this one of the tutor's browsers in every demand and patch. */
  source: string;
  session(): LiveSession | undefined;
};

/** Ample, because answers to patches arrive within moments. */
const MAX_REMEMBERED_PATCHES = 500;

export function createPublisher({ clock, link, newId, source, session }: PublisherDeps) {
  const patchIds = new Set<string>();

  function remember(id: string) {
    patchIds.add(id);
    const [oldest] = patchIds;
    if (patchIds.size > MAX_REMEMBERED_PATCHES && oldest !== undefined) patchIds.delete(oldest);
  }

  return {
    /**
     * A group's feedback goes to the group's topic, so that a device watched by two tutors uploads once. A
     * single client's feedback goes to the tutor.
     */
    async demand(target: Target, demand: Demand, of: Watched): Promise<Outcome> {
      const at = session();
      if (!at) return 'unsent';
      const from = { source, since: link.since() };
      const message: Demand = { ...demand, ...from, ...(at.tutorName && { tutorName: at.tutorName }) };
      return link.publish(targetTopic(at, at.tutorId, target, 'demands'), JSON.stringify(message), {
        qos: 1,
        contentType: 'application/json',
        responseTopic: 'groupId' in of ? groupFeedback(at, of.groupId) : backchannel(at, at.tutorId),
        expirySeconds: TIMING.demandTtlMs / 1_000,
      });
    },
    /** Whether the id belongs to a patch, whose answers are ignored. */
    isPatch: (id: string): boolean => patchIds.has(id),
    clear: () => patchIds.clear(),
    async patch(of: Watched, parameters: PatchDemandParameters): Promise<Outcome> {
      const at = session();
      if (!at) return 'unsent';
      const timeSent = Math.round(clock.now());
      const message: PatchDemandParameters = { ...parameters, source };
      const target = targetOf(of);
      const action: Action = {
        id: newId(),
        action: 'patchDemand',
        parameters: message,
        combinedTargetIdentifier: combinedTarget(target),
        timeSent,
      };
      const topic = targetTopic(at, at.tutorId, target, 'actions');
      remember(action.id);
      return link.publish(topic, JSON.stringify(action), {
        qos: 1,
        contentType: 'application/json',
        responseTopic: backchannel(at, at.tutorId),
        correlation: action.id,
        expirySeconds: actionTtlSeconds(action.action),
      });
    },
  };
}

export type Publisher = ReturnType<typeof createPublisher>;
