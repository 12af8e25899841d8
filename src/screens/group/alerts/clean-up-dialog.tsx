import { mdiDeleteSweepOutline } from '@mdi/js';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Group } from '#protocol/rest/group.ts';
import { cleanUpLogs } from '../../../rest/user-logs.ts';
import { alerts } from '../../../shell/alerts.ts';
import { textOfFailure } from '../../../shell/route-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from './alerts-tab.module.css';
import { m } from './messages.ts';

type Deleting = { name: 'asking' } | { name: 'deleting' } | { name: 'failed'; advice: string };

/** Says what is deleted, for whom, and that nothing brings it back. A failure stays in the dialog. */
export function CleanUpDialog(props: { group: Group; onClose: () => void }) {
  const { group, onClose } = props;
  const [state, setState] = useState<Deleting>({ name: 'asking' });
  const client = useQueryClient();

  async function deleteAll(): Promise<void> {
    if (state.name === 'deleting') return;
    setState({ name: 'deleting' });
    try {
      await cleanUpLogs(group.id);
    } catch (error) {
      console.warn('alerts', error);
      setState({ name: 'failed', advice: textOfFailure(error) });
      return;
    }
    alerts.show({ type: 'success', text: m.cleanedUp({ title: group.title }) });
    onClose();
    await client.invalidateQueries({ queryKey: ['userlogs'] });
  }

  return (
    <Dialog
      label={m.cleanUpQuestion({ title: group.title })}
      width="28rem"
      closeLabel={m.close}
      onClose={onClose}
      withHeader
    >
      <div className={styles.dialog}>
        <p>{m.cleanUpWarning}</p>
        {state.name === 'failed' ? (
          <p role="alert" className={styles.failure}>
            {m.notCleanedUp} {state.advice}
          </p>
        ) : null}
        <div className={styles.answers}>
          <Button onClick={onClose}>{m.cancel}</Button>
          <Button
            look="primary"
            icon={mdiDeleteSweepOutline}
            aria-disabled={state.name === 'deleting'}
            onClick={() => void deleteAll()}
          >
            {state.name === 'deleting' ? m.cleaningUp : m.deleteAll}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
