/**
 * Sends an action to devices: selects the recipients, chooses between one message and many, and reports the
 * run to the activity area.
 */
import {
  changesDevice,
  type DeviceAction,
  type DeviceCondition,
  isMeant,
  supportsAction,
} from '#domain/devices/device-actions.ts';
import type { ActionRun } from '#live/action-run.ts';
import type { Audience, Recipient } from '#protocol/threads/live-action.ts';
import { activities } from '#shell/activity/activity.ts';
import type { ActionContext } from './action-entry.ts';
import type { ActionPlace, ActionTarget } from './action-target.ts';

export type Sending = {
  action: DeviceAction;
  title: string;
  /** Restricts the action to devices that support this form of it, if not all do. */
  only?: (device: DeviceCondition) => boolean;
  /** Creates the undo: the opposite action, if there is one. */
  back?: () => Sending;
} & (
  | { send(audience: Audience): ActionRun }
  /** Never sent as a group message. */
  | { sendSingly(clients: readonly Recipient[]): ActionRun }
);

type ConnectedTarget = ActionTarget & { recipient: Recipient };

/** Whether this kind of device supports the action in this form. */
export const supports = (
  { action, only }: Pick<Sending, 'action' | 'only'>,
  { condition }: ActionTarget,
): boolean => supportsAction(action, condition) && (only?.(condition) ?? true);

export const recipientsOf = (
  { action, only }: Pick<Sending, 'action' | 'only'>,
  targets: readonly ActionTarget[],
): ConnectedTarget[] =>
  targets.filter(
    (target): target is ConnectedTarget =>
      target.recipient !== undefined &&
      isMeant(action, target.condition) &&
      (only?.(target.condition) ?? true),
  );

/** One message to the group if all of its devices are recipients, otherwise one to each device. */
export const audienceOf = (place: ActionPlace, recipients: readonly ConnectedTarget[]): Audience =>
  place.kind === 'group' && place.isWhole(recipients)
    ? { groupId: place.groupId }
    : { clients: recipients.map(({ recipient }) => recipient) };

const run = (sending: Sending, place: ActionPlace, recipients: readonly ConnectedTarget[]): ActionRun =>
  'sendSingly' in sending
    ? sending.sendSingly(recipients.map(({ recipient }) => recipient))
    : sending.send(audienceOf(place, recipients));

/** `changed`: the targets whose state changes. The activity area offers to undo the action for them. */
function deliver(
  sending: Sending,
  place: ActionPlace,
  { recipients, changed }: { recipients: readonly ConnectedTarget[]; changed: readonly ConnectedTarget[] },
): void {
  const { back } = sending;
  activities.report({
    title: sending.title,
    run: run(sending, place, recipients),
    names: new Map(recipients.map(({ recipient, name }) => [recipient.clientId, name])),
    ...(back && {
      undo: {
        clientIds: changed.map(({ recipient }) => recipient.clientId),
        perform(clientIds: readonly string[]) {
          const ids = new Set(clientIds);
          const undoing: Sending = { ...back(), back: () => sending };
          const undoTargets = changed.filter(
            (target) => ids.has(target.recipient.clientId) && supports(undoing, target),
          );
          if (undoTargets.length > 0)
            deliver(undoing, place, { recipients: undoTargets, changed: undoTargets });
        },
      },
    }),
  });
}

/** Does nothing if the action applies to no target. */
export function performAction(sending: Sending, { place, targets }: ActionContext): void {
  const recipients = recipientsOf(sending, targets);
  if (recipients.length === 0) return;
  const changed = recipients.filter(({ condition }) => changesDevice(sending.action, condition));
  deliver(sending, place, { recipients, changed });
}
