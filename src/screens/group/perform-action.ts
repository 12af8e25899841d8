/** Sends an action to the devices that are selected, and hands it to the activity area. */
import { changesDevice, type DeviceAction, OPPOSITE_ACTION } from '#domain/device-actions.ts';
import type { Audience } from '#protocol/live-action.ts';
import type { LiveClient } from '#protocol/live-worker.ts';
import type { ActionRun } from '../../live/action-run.ts';
import type { DeviceStore } from '../../live/device-store.ts';
import { deviceCommands } from '../../live/live-connection.ts';
import { activities } from '../../shell/activity.ts';
import { deviceTitle, personName } from './card-facts.ts';
import { m } from './messages.ts';
import { conditionOf } from './selection-facts.ts';

const SEND: Record<DeviceAction, (audience: Audience) => ActionRun> = {
  lock: (audience) => deviceCommands.lockStudentScreen(audience, { content: '' }),
  unlock: (audience) => deviceCommands.unlockStudentScreen(audience),
  mute: (audience) => deviceCommands.mute(audience, true),
  unmute: (audience) => deviceCommands.mute(audience, false),
};

export type ActionPlace = { groupId: string; devices: Pick<DeviceStore, 'ids'> };

/** One message where every device of the group is meant, else one for each. */
function audienceOf({ groupId, devices }: ActionPlace, clients: readonly LiveClient[]): Audience {
  const meant = new Set(clients.map(({ clientId }) => clientId));
  const ids = devices.ids();
  // None are known once the group is not watched any more.
  if (ids.length > 0 && ids.every((clientId) => meant.has(clientId))) return { groupId };
  return { clients: clients.map(({ clientId, userId, authType }) => ({ clientId, userId, authType })) };
}

const nameOf = (client: LiveClient) => personName(client) ?? (deviceTitle(client) || m.unknownUser);

/** `changed`: those who become other than they were. They can be taken back to it in the activity area. */
function send(
  action: DeviceAction,
  place: ActionPlace,
  clients: readonly LiveClient[],
  changed: readonly LiveClient[],
): void {
  activities.report({
    title: m[action],
    run: SEND[action](audienceOf(place, clients)),
    names: new Map(clients.map((client) => [client.clientId, nameOf(client)])),
    undo: {
      clientIds: changed.map(({ clientId }) => clientId),
      perform(clientIds) {
        const again = new Set(clientIds);
        const back = changed.filter(({ clientId }) => again.has(clientId));
        send(OPPOSITE_ACTION[action], place, back, back);
      },
    },
  });
}

/** Does nothing without devices. */
export function performAction(
  action: DeviceAction,
  place: ActionPlace,
  clients: readonly LiveClient[],
): void {
  if (clients.length === 0) return;
  const changed = clients.filter((client) => changesDevice(action, conditionOf(client)));
  send(action, place, clients, changed);
}
