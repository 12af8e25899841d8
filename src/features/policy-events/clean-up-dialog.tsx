import { mdiDeleteSweepOutline } from '@mdi/js';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cleanUpLogs } from '../../rest/user-logs.ts';
import { textOfFailure } from '../../shell/layout/route-error.tsx';
import { toasts } from '../../shell/toasts/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import type { EventSubject } from './event-subject.ts';
import styles from './event-table.module.css';
import { m, wordsOf } from './messages.ts';

type Deleting = { name: 'asking' } | { name: 'deleting' } | { name: 'failed'; advice: string };

/** Says what is deleted, for whom, and that nothing brings it back. A failure stays in the dialog. */
export function CleanUpDialog(props: { subject: EventSubject; onClose: () => void }) {
  const { subject, onClose } = props;
  const [state, setState] = useState<Deleting>({ name: 'asking' });
  const client = useQueryClient();

  async function deleteAll(): Promise<void> {
    if (state.name === 'deleting') return;
    setState({ name: 'deleting' });
    try {
      await cleanUpLogs(subject.of);
    } catch (error) {
      console.warn('policy events', error);
      setState({ name: 'failed', advice: textOfFailure(error) });
      return;
    }
    toasts.show({ type: 'success', text: m.cleanedUp({ title: subject.title }) });
    onClose();
    await client.invalidateQueries({ queryKey: ['userlogs'] });
  }

  return (
    <Dialog
      label={m.cleanUpQuestion({ title: subject.title })}
      width="28rem"
      closeLabel={m.close}
      onClose={onClose}
      withHeader
    >
      <div className={styles.dialog}>
        <p>{wordsOf(subject).cleanUpWarning}</p>
        {state.name === 'failed' ? (
          <p role="alert" className={styles.failure}>
            {m.notCleanedUp} {state.advice}
          </p>
        ) : null}
        <div className={styles.answers}>
          <Button onClick={onClose}>{m.cancel}</Button>
          <Button
            look="danger"
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
