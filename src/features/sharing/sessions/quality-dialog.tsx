import { useState } from 'react';
import { type ShareSession, shareSessions } from '#peer/share/share-sessions.ts';
import { usableCodecs } from '#peer/share/usable-codecs.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { DialogForm } from '#ui/dialog/dialog-form.tsx';
import { EncodingFields } from './encoding-fields.tsx';
import { formOf, readEncoding } from './encoding-form.ts';
import { m } from './messages.ts';
import { screenText } from './share-words.ts';

export function QualityDialog({ session, onClose }: { session: ShareSession; onClose: () => void }) {
  const [form, setForm] = useState(() => formOf(session.encoding));
  const [codecs] = useState(usableCodecs);
  const [error, setError] = useState<string>();

  function submit() {
    const read = readEncoding(form);
    if ('error' in read) return setError(read.error);
    shareSessions.setEncoding(session.id, read.encoding);
    onClose();
  }

  return (
    <Dialog
      label={m.changeQualityOf({ screen: screenText(session) })}
      width="32rem"
      closeLabel={m.close}
      onClose={onClose}
      withHeader
    >
      <DialogForm cancelTitle={m.cancel} submit={{ title: m.apply, worksOffline: true, onSubmit: submit }}>
        <EncodingFields
          form={form}
          deviceCount={session.count}
          codecs={codecs}
          error={error}
          onChange={(next) => {
            setForm(next);
            setError(undefined);
          }}
        />
      </DialogForm>
    </Dialog>
  );
}
