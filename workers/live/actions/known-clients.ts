/** Resolves the clients that an action reaches, as far as devices are known here. */
import type { DeviceAddress, LiveClient } from '#protocol/threads/live-worker.ts';
import { combinedTarget } from '#protocol/topics.ts';
import type { Devices } from '../devices/devices.ts';
import { isClientPlace } from '../watches/place.ts';
import type { Present } from './action-plan.ts';

export type KnownClients = {
  present: Present;
  /** The groups and the person (`combinedTarget`) of a client; several groups may contain it. */
  targetsOf(clientId: string): readonly string[];
  /** Undefined if the client's details were never known here. */
  address(clientId: string): DeviceAddress | undefined;
};

export function createKnownClients(
  devices: Pick<Devices, 'present' | 'presentAnywhere' | 'whereabouts'>,
): KnownClients {
  return {
    present: {
      ofGroup: (groupId) => devices.present(groupId).map(({ clientId }) => clientId),
      ofPerson(person) {
        const isTheirs = (client: LiveClient) =>
          client.userId === person.userId && client.authType === person.authType;
        const theirs = devices.presentAnywhere().filter(isTheirs);
        // A client in several watched groups is listed once.
        return [...new Set(theirs.map(({ clientId }) => clientId))];
      },
    },
    targetsOf: (clientId) =>
      devices
        .whereabouts(clientId)
        .flatMap(({ place, device: { userId, authType } }) => [
          ...(isClientPlace(place) ? [] : [combinedTarget({ to: 'group', groupId: place })]),
          combinedTarget({ to: 'user', userId, authType }),
        ]),
    address: (clientId) => devices.whereabouts(clientId)[0]?.device,
  };
}
