import { mdiAlertCircleOutline } from '@mdi/js';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Group } from '#protocol/rest/group.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import dialog from '../group-dialog.module.css';
import styles from './edit-members.module.css';
import { EditMembersForm } from './edit-members-form.tsx';
import { useEditSources } from './edit-sources.ts';
import { failureText } from './failure-text.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { m } from './messages.ts';

function LeaveQuestion(props: { onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog label={m.leaveTitle} width="26rem" closeLabel={m.close} onClose={props.onStay} withHeader>
      <div className={styles.question}>
        <p>{m.leaveText}</p>
        <div className={dialog.buttons}>
          <Button onClick={props.onLeave}>{m.discard}</Button>
          <Button look="primary" onClick={props.onStay}>
            {m.keepEditing}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** 'Edit Group Members'. Its sources are read when it opens; closing it with changes asks first. */
export function EditMembersDialog(props: {
  group: Group;
  save: (entries: readonly string[]) => Promise<void>;
  onSaved: (former: readonly string[]) => void;
  onClose: () => void;
}) {
  const { group, onClose } = props;
  const sources = useEditSources(group);
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  /** The question goes first: behind it nothing takes the focus back. */
  function discard(): void {
    flushSync(() => setAsking(false));
    onClose();
  }
  const leave = () => (isDirty ? setAsking(true) : onClose());
  return (
    <>
      <Dialog label={m.editTitle} width="60rem" closeLabel={m.close} onClose={leave} withHeader>
        {sources.name === 'loading' ? <Spinner label={m.loadingEditor} /> : null}
        {sources.name === 'failed' ? (
          <EmptyState icon={mdiAlertCircleOutline} title={m.loadFailed} text={failureText(sources.error)}>
            <Button look="primary" onClick={sources.retry}>
              {m.retry}
            </Button>
          </EmptyState>
        ) : null}
        {sources.name === 'loaded' ? (
          <EditMembersForm
            sources={sources.data}
            save={props.save}
            onSaved={props.onSaved}
            onDirty={setDirty}
            onCancel={leave}
          />
        ) : null}
      </Dialog>
      <LeaveGuard isNeeded={isDirty} onLeave={() => setAsking(true)} />
      {isAsking ? <LeaveQuestion onStay={() => setAsking(false)} onLeave={discard} /> : null}
    </>
  );
}
