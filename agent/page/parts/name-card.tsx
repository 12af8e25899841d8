import { useState } from 'react';
import { trimmedText } from '#domain/visible-text.ts';
import { m } from '../messages.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Actions, Panel, PanelForm } from '../ui/panel.tsx';

export function NameCard(props: { name: string; onGive: (name: string) => boolean }) {
  const [name, setName] = useState(props.name);
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    const answer = trimmedText(name);
    setMissing(answer === '' || !props.onGive(answer));
  };
  return (
    <Panel asks title={m.nameAsked}>
      <PanelForm onSubmit={submit}>
        <TextField
          label={m.yourName}
          value={name}
          onChange={setName}
          fault={isMissing ? m.nameMissing : undefined}
        />
        <Actions>
          <Button look="primary" submits>
            {m.nameSend}
          </Button>
        </Actions>
      </PanelForm>
    </Panel>
  );
}
