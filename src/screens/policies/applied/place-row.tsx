import { mdiTrashCanOutline } from '@mdi/js';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import { dayAndTime } from '#domain/time-text.ts';
import { useRemoval } from '#features/policies/use-removal.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { IconButton } from '#ui/button.tsx';
import { NamedIcon } from '#ui/icon/named-icon.tsx';
import styles from './applied.module.css';
import { m } from './messages.ts';
import type { Place } from './places.ts';

function stateOf({ disabled, expiry, policy }: Place): { text: string; isOff: boolean } {
  if (disabled) return { text: m.disabled, isOff: true };
  if (policy?.disabled) return { text: m.offEverywhere, isOff: true };
  const until = expiry ? new Date(expiry) : undefined;
  if (until === undefined || Number.isNaN(until.getTime())) return { text: m.enabled, isOff: false };
  return { text: m.until({ time: dayAndTime(until) }), isOff: false };
}

/** One policy at one place; users with the policyUser role can remove it. */
export function PlaceRow(props: { place: Place; withKind: boolean; mayRemove: boolean }) {
  const { place, withKind, mayRemove } = props;
  const remove = useRemoval();
  const [isBusy, setBusy] = useState(false);
  const name = shownName(place.name, 100) || m.nameless;
  const policyName = shownName(place.policy?.name ?? '', 100) || m.unnamed;
  const { text, isOff } = stateOf(place);

  async function takeOff(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await remove({
        target: { kind: place.kind, id: place.targetId },
        name,
        policyId: place.policyId,
        titles: (policy) => ({ title: m.removed(policy), back: m.addedBack(policy) }),
      });
    } catch (error) {
      console.warn('policies', error);
      toasts.show({ type: 'warning', text: m.notRemoved, closable: true });
    }
    setBusy(false);
  }

  return (
    <tr>
      <td>
        <PlaceName place={place} name={name} />
      </td>
      {withKind ? <td>{place.kind === 'devices' ? m.deviceKind : m.userKind}</td> : null}
      <td>
        <span className={styles.policy}>
          <NamedIcon
            name={place.policy?.meta.icon?.icon ?? ''}
            color={place.policy?.meta.icon?.color ?? ''}
            isOff={isOff}
          />
          {policyName}
        </span>
      </td>
      <td>
        <span className={isOff ? styles.off : undefined}>{text}</span>
      </td>
      {mayRemove ? (
        <td>
          <IconButton
            needsPlatform
            icon={mdiTrashCanOutline}
            label={m.remove({ policy: policyName, name })}
            aria-disabled={isBusy}
            onClick={() => void takeOff()}
          />
        </td>
      ) : null}
    </tr>
  );
}

function PlaceName({ place, name }: { place: Place; name: string }) {
  if (place.kind === 'users' && place.clientId !== undefined)
    return (
      <Link
        to="/users/$userId/device/$deviceId/{-$deviceManagementId}"
        params={{ userId: place.targetId, deviceId: place.clientId }}
      >
        {name}
      </Link>
    );
  if (place.kind !== 'groups') return <>{name}</>;
  return (
    <Link to="/group/$groupId" params={{ groupId: place.targetId }} search={{ tab: 'policies' }}>
      {name}
    </Link>
  );
}
