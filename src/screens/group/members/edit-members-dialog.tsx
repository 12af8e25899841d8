import { mdiAlertCircleOutline } from '@mdi/js';
import { type ComponentProps, useState } from 'react';
import type { Group } from '#protocol/rest/group.ts';
import type { ListEdit } from '#rest/group-members.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { useLeaveDialog } from '#ui/dialog/leave-dialog.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { failureText } from '#ui/failure/failure-text.ts';
import { Spinner } from '#ui/spinner.tsx';
import { failureWords } from '../messages.ts';
import { EditMembersForm } from './edit-members-form.tsx';
import { useEditSources } from './edit-sources.ts';
import { m } from './messages.ts';

/** A form with a Cancel button that asks for confirmation, like Escape. */
const Form = (props: Omit<ComponentProps<typeof EditMembersForm>, 'onCancel'>) => (
  <EditMembersForm {...props} onCancel={useLeaveDialog()} />
);

/** 'Edit Group Members'. The sources are read when it opens. Closing with unsaved changes asks first. */
export function EditMembersDialog(props: {
  group: Group;
  save: (edit: ListEdit) => Promise<void>;
  onSaved: (edit: ListEdit) => void;
  onClose: () => void;
}) {
  const { group, onClose } = props;
  const sources = useEditSources(group);
  const [isDirty, setDirty] = useState(false);
  return (
    <Dialog
      label={m.editTitle}
      width="60rem"
      closeLabel={m.close}
      onClose={onClose}
      isUnsaved={isDirty}
      leaveText={m.leaveText}
      withHeader
    >
      {sources.name === 'loading' ? <Spinner label={m.loadingEditor} /> : null}
      {sources.name === 'failed' ? (
        <EmptyState
          icon={mdiAlertCircleOutline}
          title={m.loadFailed}
          text={failureText(sources.error, failureWords)}
        >
          <Button look="primary" onClick={sources.retry}>
            {m.retry}
          </Button>
        </EmptyState>
      ) : null}
      {sources.name === 'loaded' ? (
        <Form
          sources={sources.data}
          save={props.save}
          onSaved={props.onSaved}
          onDone={onClose}
          onDirty={setDirty}
        />
      ) : null}
    </Dialog>
  );
}
