import { mdiLoginVariant } from '@mdi/js';
import { useState } from 'react';
import { deviceCommands } from '#live/live-connection.ts';
import { TextField } from '#ui/field/field.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import type { ActionDialogProps } from '../action-entry.ts';
import { actionTitles } from '../messages.ts';
import { performAction } from '../perform.ts';
import { memory } from '../remembered.ts';
import { type LoginForm, readLogin } from './login-form.ts';
import { m } from './messages.ts';

/** The limit of the devices, for each field. */
const MAX_LENGTH = 255;

export function LoginDialog(props: ActionDialogProps) {
  const [form, setForm] = useState<LoginForm>(() => ({
    username: memory.recall('lastUsername') ?? '',
    password: '',
    domain: '',
  }));
  const [isMissing, setMissing] = useState(false);

  function change(part: Partial<LoginForm>): void {
    setForm({ ...form, ...part });
    setMissing(false);
  }
  function submit() {
    const credentials = readLogin(form);
    if (credentials === undefined) return setMissing(true);
    memory.remember('lastUsername', credentials.username);
    performAction(
      {
        action: 'login',
        title: actionTitles.login,
        sendSingly: (clients) => deviceCommands.remoteLogin(clients, credentials),
      },
      props,
    );
    props.onClose();
  }

  return (
    <ActionDialog
      {...props}
      title={m.title}
      submitTitle={m.login}
      submitIcon={mdiLoginVariant}
      sending={{ action: 'login' }}
      onSubmit={submit}
    >
      <TextField
        label={m.username}
        error={isMissing ? m.usernameMissing : undefined}
        value={form.username}
        maxLength={MAX_LENGTH}
        isRequired
        onChange={(username) => change({ username })}
      />
      <TextField
        label={m.password}
        type="password"
        value={form.password}
        maxLength={MAX_LENGTH}
        onChange={(password) => change({ password })}
      />
      <TextField
        label={m.domain}
        value={form.domain}
        maxLength={MAX_LENGTH}
        onChange={(domain) => change({ domain })}
      />
    </ActionDialog>
  );
}
