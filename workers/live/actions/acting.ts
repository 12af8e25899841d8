/** What the tabs do: actions with their answers, what these say of devices, and requests to end screen shares. */

import type { ActionParameters } from '#protocol/action-parameters.ts';
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import type { GroupOrder } from '#protocol/class-orders.ts';
import type { ActionRequest, ActionUpdate, Answer } from '#protocol/threads/live-action.ts';
import type { LiveClient, LiveSession } from '#protocol/threads/live-worker.ts';
import { combinedTarget, stopScreenShares } from '#protocol/topics.ts';
import type { MessageQueue } from '../broker/message-queue.ts';
import type { Clock } from '../clock.ts';
import type { Devices } from '../devices/devices.ts';
import type { Tab } from '../tabs/tabs.ts';
import { isClientPlace } from '../watches/place.ts';
import { createActions } from './actions.ts';
import { noteClassPolls } from './class-polls.ts';
import { createPolls } from './polls.ts';

export type ActingDeps = {
  clock: Clock;
  queue: Pick<MessageQueue, 'add'>;
  session(): LiveSession | undefined;
  tab(tabId: string): Tab | undefined;
  /** To all tabs of this browser, at once: the platform's notice comes only over a connection. */
  tellStopScreenShares(sessionIds: readonly string[]): void;
  devices: Pick<Devices, 'present' | 'presentAnywhere' | 'whereabouts' | 'setPoll' | 'setWolStatus'>;
  log(text: string): void;
};

export function createActing(deps: ActingDeps) {
  const { clock, queue, session, tab, devices, log } = deps;
  const polls = createPolls(devices);

  const actions = createActions({
    clock,
    queue,
    session,
    present: {
      ofGroup: (groupId) => devices.present(groupId).map(({ clientId }) => clientId),
      ofPerson(person) {
        const isTheirs = (client: LiveClient) =>
          client.userId === person.userId && client.authType === person.authType;
        // One in several groups that are watched is there once.
        return [
          ...new Set(
            devices
              .presentAnywhere()
              .filter(isTheirs)
              .map(({ clientId }) => clientId),
          ),
        ];
      },
    },
    targetsOf: (clientId) =>
      devices
        .whereabouts(clientId)
        .flatMap(({ place, device: { userId, authType } }) => [
          ...(isClientPlace(place) ? [] : [combinedTarget({ to: 'group', groupId: place })]),
          combinedTarget({ to: 'user', userId, authType }),
        ]),
    device: (clientId) => devices.whereabouts(clientId)[0]?.device,
    tell: (tabId, update) => tab(tabId)?.mailbox.action(update),
    isAttached: (tabId) => tab(tabId) !== undefined,
    onUpdate,
    onClosed({ action, parameters }) {
      if (action === 'poll') polls.finish((parameters as ActionParameters<'poll'>).id);
    },
    log,
  });

  function onUpdate({ action, parameters }: ActionRequest, { answers }: ActionUpdate) {
    if (action === 'poll') {
      const poll = parameters as ActionParameters<'poll'>;
      if (!('finish' in poll)) polls.note(poll, answers);
    }
    if (action === 'wol') noteWakes(parameters as ActionParameters<'wol'>, answers);
  }

  /** Only the runner knows whom it has woken: of a group those that sleep, where some have no address not all. */
  function noteWakes(asked: ActionParameters<'wol'>, answers: readonly Answer[]) {
    const named = 'deviceIds' in asked ? asked.deviceIds : [];
    const woken = answers.flatMap(({ state, reply }) => reply?.woken ?? (state === 'confirmed' ? named : []));
    if (woken.length > 0) devices.setWolStatus(woken, Math.round(clock.now()));
  }

  return {
    actions,
    act(tabId: string, request: ActionRequest, ageMs: number) {
      if (!tab(tabId)) return;
      actions.act(tabId, request, ageMs);
    },
    forgetAction: actions.forget,
    onOrders: (orders: readonly GroupOrder[], before: readonly GroupOrder[]) =>
      noteClassPolls(polls, orders, before),
    requestStopScreenShares(tabId: string, sessionIds: readonly string[]) {
      const at = session();
      if (!at || !tab(tabId) || sessionIds.length === 0) return;
      deps.tellStopScreenShares(sessionIds);
      queue.add(
        {
          topic: stopScreenShares(at, at.tutorId),
          payload: JSON.stringify({ sessionIds }),
          options: { contentType: 'application/json' },
          expiresAt: clock.now() + actionTtlSeconds('stopScreenShares') * 1_000,
        },
        { onFate: (fate) => fate !== 'sent' && log(`request to stop screen shares: ${fate}`) },
      );
    },
    clear() {
      actions.clear();
      polls.clear();
    },
  };
}
