import { mdiBellRingOutline } from '@mdi/js';
import { useCallback, useSyncExternalStore } from 'react';
import type { LiveClient } from '#protocol/live-worker.ts';
import { Icon } from '../../ui/icon.tsx';
import { alertBells } from './alerts/alert-bells.ts';
import { m as alertWords } from './alerts/messages.ts';
import styles from './card-bell.module.css';
import { groupView } from './group-view.ts';

/** How many new alerts there are of a device; leads to the group's alerts. Nothing without one. */
export function CardBell(props: { groupId: string; client: LiveClient; name: string }) {
  const { clientId, userId } = props.client;
  const count = useSyncExternalStore(
    alertBells.subscribe,
    useCallback(() => alertBells.of({ clientId, userId }), [clientId, userId]),
  );
  if (count === 0) return null;
  const label = alertWords.bell({ name: props.name, count });
  return (
    <button
      type="button"
      className={styles.bell}
      aria-label={label}
      data-tip={label}
      onClick={() => {
        groupView.openTab(props.groupId, 'alerts');
        // The card goes; the focus stays with what was opened.
        document.querySelector<HTMLElement>('[data-tab="alerts"]')?.focus();
      }}
    >
      <Icon path={mdiBellRingOutline} size={16} />
      {count > 99 ? '99+' : count}
    </button>
  );
}
