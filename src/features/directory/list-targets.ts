/** Turns the selected rows of a site-wide list into targets of its action bar. */
import { awayCondition } from '#domain/devices/device-actions.ts';
import type { DeviceType } from '#domain/devices/device-type.ts';
import { shownText } from '#domain/shown-text.ts';
import type { ActionTarget } from '../action-bar/action-target.ts';
import type { PresentClient } from './present-clients.ts';

export type ListedTarget = {
  /** Unique among the rows. */
  id: string;
  name: string;
  clients: readonly PresentClient[];
  /** The directory ids of the person, and of the device that can be woken. */
  userId: string | undefined;
  deviceId: string | undefined;
  type: DeviceType | undefined;
};

const ofClient = (row: ListedTarget, client: PresentClient): ActionTarget => ({
  key: client.clientId,
  recipient: { clientId: client.clientId, userId: client.userId, authType: client.authType },
  deviceId: client.deviceId ?? row.deviceId,
  userId: client.authType === 'user' ? client.userId : undefined,
  name: shownText(row.name),
  condition: { ...awayCondition(client.type), isOnline: true, isStateUnknown: true },
});

const ofRow = ({ id, name, userId, deviceId, type }: ListedTarget): ActionTarget => ({
  key: `row ${id}`,
  recipient: undefined,
  deviceId,
  userId,
  name: shownText(name),
  condition: awayCondition(type),
});

/** A row with two connected clients becomes two targets. */
export const listTargets = (rows: readonly ListedTarget[]): ActionTarget[] =>
  rows.flatMap((row) =>
    row.clients.length > 0 ? row.clients.map((client) => ofClient(row, client)) : [ofRow(row)],
  );
