import { useSyncExternalStore } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { policyBoard } from '../policies/policy-board.ts';
import { StatusMarks } from './device/status-marks.tsx';

/** The name of the one policy that the device follows; undefined: of none or of several nobody knows which one it is. */
function followedPolicy(groupId: string, { userId, authType, info, statuses }: LiveClient) {
  const active = statuses?.policies?.activePolicies ?? [];
  const [only, ...more] = policyBoard
    .ofCard(groupId, { userId: authType === 'user' ? userId : undefined, deviceId: info?.deviceId })
    .filter(({ policyId }) => active.includes(policyId));
  return only === undefined || more.length > 0 ? undefined : shownName(only.name, 60);
}

/** What is on at a device right now, with the policy that locks or mutes it. */
export function CardMarks(props: { groupId: string; client: LiveClient }) {
  const policy = useSyncExternalStore(policyBoard.subscribe, () =>
    followedPolicy(props.groupId, props.client),
  );
  return <StatusMarks statuses={props.client.statuses} policy={policy} />;
}
