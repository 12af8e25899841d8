/** How demands and patches leave: topic, response topic, expiry. */
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
  /** Which of the tutor's browsers this is, in every demand and patch. */
  source: string;
  session(): LiveSession | undefined;
};

/** Their answers come within a moment. */
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
     * A group's feedback goes to the group's own topic, so that a device that two tutors watch uploads once; that of
     * a client by itself to the tutor.
     */
    async demand(target: Target, demand: Demand, of: Watched): Promise<Outcome> {
      const at = session();
      if (!at) return 'unsent';
      const from = { source, since: link.since() };
      const said: Demand = { ...demand, ...from, ...(at.tutorName && { tutorName: at.tutorName }) };
      return link.publish(targetTopic(at, at.tutorId, target, 'demands'), JSON.stringify(said), {
        qos: 1,
        contentType: 'application/json',
        responseTopic: 'groupId' in of ? groupFeedback(at, of.groupId) : backchannel(at, at.tutorId),
        expirySeconds: TIMING.demandTtlMs / 1_000,
      });
    },
    /** Whether the id is that of a patch, whose answers are of no use to anybody. */
    isPatch: (id: string): boolean => patchIds.has(id),
    clear: () => patchIds.clear(),
    async patch(of: Watched, parameters: PatchDemandParameters): Promise<Outcome> {
      const at = session();
      if (!at) return 'unsent';
      const timeSent = Math.round(clock.now());
      const said: PatchDemandParameters = { ...parameters, source };
      const target = targetOf(of);
      const action: Action = {
        id: newId(),
        action: 'patchDemand',
        parameters: said,
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
