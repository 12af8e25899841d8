import { memo, useCallback } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import { deviceTitle, personName } from '#live/device-facts.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { useObservable } from '#ui/use-observable.ts';
import { m } from './icon-messages.ts';
import { NotPossible, notPossibleText } from './not-possible.tsx';
import type { PolicyBoard } from './policy-board.ts';
import styles from './policy-icons.module.css';
import { PolicyIcons } from './policy-icons.tsx';
import type { ShownPolicy } from './shown-policies.ts';

/** The last icon counts the policies beyond this number. */
const MAX_ICONS = 4;

type IconsProps = {
  board: PolicyBoard;
  groupId: string;
  userId: string | undefined;
  deviceId: string | undefined;
  name: string;
  hostname: string;
  active: readonly string[] | undefined;
  notPossible: string;
};

const isSameList = (a: readonly string[] | undefined, b: readonly string[] | undefined) =>
  a === b || (a?.length === b?.length && a?.every((id, at) => id === b?.[at]));

/** Each status report brings a new list, usually with the same policies. */
const isSame = ({ active: a, ...before }: IconsProps, { active: b, ...now }: IconsProps): boolean =>
  Boolean(isSameList(a, b)) &&
  (Object.keys(now) as (keyof typeof now)[]).every((key) => before[key] === now[key]);

/** Re-renders when one of its values changes, and not for reports about tabs, pictures or a lock. */
const Icons = memo(function Icons(props: IconsProps) {
  const { board, groupId, userId, deviceId, name, hostname, active, notPossible } = props;
  const policies = useObservable(board, () => board.ofCard(groupId, { userId, deviceId }));
  const mayChange = useObservable(board, () => board.mayChange(groupId));
  const onOpen = useCallback(
    (policy: ShownPolicy) => board.open({ policy, names: { users: name, devices: hostname } }),
    [board, name, hostname],
  );
  return policies.length === 0 ? null : (
    <div className={styles.card}>
      <PolicyIcons
        label={m.policiesOf({ name: shownName(name, 60) })}
        policies={policies}
        max={MAX_ICONS}
        size={20}
        active={active}
        onOpen={mayChange ? onOpen : undefined}
      />
      <NotPossible text={notPossible} />
    </div>
  );
}, isSame);

/** The policies of a device from its group, its user and itself, as at most four icons on its card. */
export function CardPolicies(props: { board: PolicyBoard; groupId: string; client: LiveClient }) {
  const { userId, authType, info, statuses } = props.client;
  return (
    <Icons
      board={props.board}
      groupId={props.groupId}
      userId={authType === 'user' ? userId : undefined}
      deviceId={info?.deviceId}
      name={personName(props.client) ?? deviceTitle(props.client)}
      hostname={info?.device.hostname ?? ''}
      active={statuses?.policies?.activePolicies}
      notPossible={notPossibleText(statuses?.policies?.notPossible)}
    />
  );
}
