/** The selected members as targets of the action bar. Absent members can be woken and can have policies. */
import { awayCondition } from '#domain/devices/device-actions.ts';
import { shownText } from '#domain/shown-text.ts';
import type { ActionTarget } from '#features/action-bar/action-target.ts';
import { conditionOf } from '#features/device-card/device/device-targets.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import type { MemberRow } from './member-row.ts';
import { m } from './messages.ts';

/** Names come from devices and people, so they are cut to one line, as on the cards. */
const firstName = (...names: readonly (string | undefined)[]): string =>
  names.map((name) => shownText(name ?? '')).find((name) => name !== '') ?? m.unnamed;

function ofClient(row: MemberRow, client: LiveClient): ActionTarget {
  const { clientId, userId, authType, info } = client;
  return {
    key: clientId,
    recipient: { clientId, userId, authType },
    deviceId: row.kind === 'device' ? row.id : info?.deviceId,
    userId: authType === 'user' ? userId : undefined,
    name: firstName(info?.alias, row.userName, row.name),
    condition: conditionOf(client),
  };
}

const ofMember = (row: MemberRow): ActionTarget => ({
  key: `member ${row.id}`,
  recipient: undefined,
  deviceId: row.kind === 'device' ? row.id : undefined,
  userId: row.kind === 'user' ? row.id : undefined,
  name: firstName(row.name),
  condition: awayCondition(row.type),
});

/** A person at two devices gives two targets, as on the cards. */
export const memberTargets = (rows: readonly MemberRow[]): ActionTarget[] =>
  rows.flatMap((row) =>
    row.clients.length > 0 ? row.clients.map((client) => ofClient(row, client)) : [ofMember(row)],
  );
