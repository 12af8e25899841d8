/** Requests of a tab, messages to devices and answers of devices, for tests of actions. */
import type { ActionName } from '#protocol/action-parameters.ts';
import type { ActionRequest, ActionUpdate, Answer, Audience } from '#protocol/threads/live-action.ts';
import type { LiveBatch } from '#protocol/threads/live-worker.ts';
import { setUpLive, T, watchRequest } from './live-fixture.ts';

/** A client as in REST. */
export const recipient = (clientId: string) => ({
  clientId,
  userId: `u-${clientId}`,
  authType: 'user' as const,
});

type Asked = {
  id?: string;
  parameters?: Record<string, unknown>;
  audience?: Audience;
  tab?: string;
  ageMs?: number;
};

export function setUpActions() {
  const fixture = setUpLive();
  const { live, clock, broker, report } = fixture;

  /** The tab's state of every action, merged from `ActionUpdate`s. */
  const seen = new Map<string, ActionUpdate & { byClient: Map<string, Answer> }>();
  function read(batches: readonly LiveBatch[]) {
    for (const update of batches.flatMap((batch) => batch.actions ?? [])) {
      const byClient = seen.get(update.id)?.byClient ?? new Map<string, Answer>();
      for (const answer of update.answers) byClient.set(answer.clientId, answer);
      seen.set(update.id, { ...update, byClient });
    }
  }

  return {
    ...fixture,
    act(action: ActionName, { id = 'a1', parameters = {}, audience, tab = 'a', ageMs = 0 }: Asked = {}) {
      const request: ActionRequest = {
        id,
        action,
        parameters,
        audience: audience ?? { groupId: 'g1' },
        askedAt: clock.now() - ageMs,
      };
      live.act(tab, request, ageMs);
      return request;
    },
    /** Actions that reached the broker since the last call, without patches. */
    sent: () =>
      broker
        .take()
        .filter(({ topic }) => /\/(actions|wol|requeststopscreenshares)$/.test(topic))
        .map(({ topic, payload, options }) => ({
          topic: topic.replace(`${T}/`, ''),
          body: JSON.parse(payload),
          options,
        }))
        .filter(({ body }) => body.action !== 'patchDemand'),
    answer(clientId: string, reply: Record<string, unknown> = {}, more: { correlation?: string } = {}) {
      const body = { id: 'a1', action: 'lock', ok: true, ...reply };
      broker.deliver(`${T}/backchannel/${clientId}/reply`, body, { correlation: String(body.id), ...more });
    },
    picture(clientId: string, display: string, correlation = 'a1') {
      const userProperties = {
        userId: `u-${clientId}`,
        authType: 'user',
        display,
        primary: '1',
        quality: '90',
        width: '320',
        height: '180',
        at: '1000',
      };
      const bytes = new TextEncoder().encode(`${clientId} ${display}`);
      const more = { contentType: 'image/jpeg', userProperties, correlation };
      broker.deliver(`${T}/backchannel/${clientId}/thumbnail`, bytes, more);
    },
    /** Devices of the group g1 that are present. */
    present(...clientIds: string[]) {
      for (const clientId of clientIds) report(clientId);
    },
    /** The state of an action as its tab sees it: `delivery`, `client state` of each, `ended`. */
    state(tab: { take(): LiveBatch[] }, id = 'a1') {
      read(tab.take());
      const update = seen.get(id);
      if (!update) return undefined;
      const answers = [...update.byClient.values()].map(({ clientId, state }) => `${clientId} ${state}`);
      return [update.delivery.name, ...answers, ...(update.ended ? ['ended'] : [])].join(', ');
    },
    answerOf: (clientId: string, id = 'a1') => seen.get(id)?.byClient.get(clientId),
    /** Advances the clock by one batch interval of the mailbox. */
    async batch() {
      await clock.advance(100);
    },
  };
}

/** With a tab that watches the group g1, where these devices are present. */
export async function setUpActionsInGroup(...clientIds: string[]) {
  const fixture = setUpActions();
  const tab = fixture.openTab('a');
  fixture.live.watch('a', 'w1', watchRequest);
  await fixture.clock.advance(200);
  fixture.present(...clientIds);
  await fixture.clock.advance(2_000);
  fixture.broker.take();
  fixture.logged.length = 0;
  return { ...fixture, tab };
}
