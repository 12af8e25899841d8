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
  /** The directory has shut the device out. */
  isShutOut?: boolean;
};

const accessOf = ({ isShutOut }: ListedTarget) => (isShutOut === true ? { isShutOut } : {});

const ofClient = (row: ListedTarget, client: PresentClient): ActionTarget => ({
  key: client.clientId,
  recipient: { clientId: client.clientId, userId: client.userId, authType: client.authType },
  deviceId: client.deviceId ?? row.deviceId,
  userId: client.authType === 'user' ? client.userId : undefined,
  name: shownText(row.name),
  condition: { ...awayCondition(client.type), ...accessOf(row), isOnline: true, isStateUnknown: true },
});

const ofRow = (row: ListedTarget): ActionTarget => ({
  key: `row ${row.id}`,
  recipient: undefined,
  deviceId: row.deviceId,
  userId: row.userId,
  name: shownText(row.name),
  condition: { ...awayCondition(row.type), ...accessOf(row) },
});

/** A row with two connected clients becomes two targets. */
export const listTargets = (rows: readonly ListedTarget[]): ActionTarget[] =>
  rows.flatMap((row) =>
    row.clients.length > 0 ? row.clients.map((client) => ofClient(row, client)) : [ofRow(row)],
  );
