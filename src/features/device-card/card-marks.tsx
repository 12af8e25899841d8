import { shownName } from '#domain/people/shown-name.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { useObservable } from '#ui/use-observable.ts';
import type { PolicyBoard } from '../policies/policy-board.ts';
import { StatusMarks } from './device/status-marks.tsx';

/** The name of the policy that locks or mutes the device. Undefined unless it follows exactly one. */
function followedPolicy(board: PolicyBoard, groupId: string, client: LiveClient) {
  const { userId, authType, info, statuses } = client;
  const active = statuses?.policies?.activePolicies ?? [];
  const [only, ...more] = board
    .ofCard(groupId, { userId: authType === 'user' ? userId : undefined, deviceId: info?.deviceId })
    .filter(({ policyId }) => active.includes(policyId));
  return only === undefined || more.length > 0 ? undefined : shownName(only.name, 60);
}

/** The current state of a device, with the name of the policy that locks or mutes it. */
export function CardMarks(props: { board: PolicyBoard; groupId: string; client: LiveClient }) {
  const { board, groupId, client } = props;
  const policy = useObservable(board, () => followedPolicy(board, groupId, client));
  return <StatusMarks statuses={client.statuses} policy={policy} />;
}
