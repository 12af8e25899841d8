import { mdiSend } from '@mdi/js';
import { useState } from 'react';
import { deviceCommands } from '#live/live-connection.ts';
import { TextAreaField, TextField } from '#ui/field/field.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import type { ActionDialogProps } from '../action-entry.ts';
import { actionTitles, m as shared } from '../messages.ts';
import { performAction } from '../perform.ts';
import { memory } from '../remembered.ts';
import { m } from './messages.ts';
import { MAX_MESSAGE, MAX_TITLE, readNotification } from './notification-form.ts';

export function NotificationDialog(props: ActionDialogProps) {
  const [form, setForm] = useState(() => memory.recall('notification') ?? { title: '', message: '' });
  const notification = readNotification(form);
  return (
    <ActionDialog
      {...props}
      title={m.title}
      submitTitle={m.send}
      submitIcon={mdiSend}
      sending={{ action: 'notification' }}
      obstacle={notification ? undefined : m.messageMissing}
      onSubmit={() => {
        if (notification === undefined) return;
        const { title, message } = notification;
        memory.remember('notification', notification);
        performAction(
          {
            action: 'notification',
            title: actionTitles.notification,
            send: (audience) => deviceCommands.sendNotification(audience, title, message),
          },
          props,
        );
        props.onClose();
      }}
    >
      <TextField
        label={m.subject}
        value={form.title}
        maxLength={MAX_TITLE}
        onChange={(title) => setForm({ ...form, title })}
      />
      <TextAreaField
        label={m.message}
        hint={shared.submitHint}
        value={form.message}
        maxLength={MAX_MESSAGE}
        isRequired
        onChange={(message) => setForm({ ...form, message })}
      />
    </ActionDialog>
  );
}
