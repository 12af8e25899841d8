import { memo } from 'react';
import { whyAbsent } from '#domain/devices/why-dark.ts';
import { dayAndTime } from '#domain/time-text.ts';
import { DeviceTypeIcon } from '#ui/icon/device-type-icon.tsx';
import { darkSentence } from '../why-dark/dark-sentence.ts';
import type { AbsentMember } from './absent-members.ts';
import { CardCheckbox } from './card-checkbox.tsx';
import styles from './device-card.module.css';
import { m } from './messages.ts';
import type { CardSelection } from './selection/card-selection.ts';

/** When the member was last connected, if this is known. */
function seenText(seenAt: AbsentMember['seenAt']): string {
  if (seenAt === undefined) return m.absent;
  return seenAt === null ? m.neverSeen : m.lastSeen({ when: dayAndTime(seenAt) });
}

/** The card of a member who is not connected. It subscribes to nothing and shows no picture. */
export const AbsentCard = memo(function AbsentCard(props: { member: AbsentMember; selected: CardSelection }) {
  const { member } = props;
  const { key, name, hostname, type, target } = member;
  return (
    <li className={styles.card} data-absent>
      <div className={styles.head}>
        {target === undefined ? null : (
          <CardCheckbox
            cardKey={key}
            selected={props.selected}
            label={m.selectAbsent({ name, device: name === hostname ? '' : hostname })}
          />
        )}
        <bdi className={styles.absentName} data-tip={name}>
          {name}
        </bdi>
      </div>
      <div className={styles.device}>
        {type === undefined ? null : <DeviceTypeIcon type={type} size={14} />}
        <bdi className={styles.hostname}>{hostname === name ? '' : hostname}</bdi>
      </div>
      <p className={styles.away}>
        {seenText(member.seenAt)}{' '}
        {type === undefined ? null : (
          <span className={styles.next} data-why-dark>
            {darkSentence(whyAbsent(member.seenAt), Date.now())}
          </span>
        )}
      </p>
    </li>
  );
});
