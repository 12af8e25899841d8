import { useState } from 'react';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { m } from '../messages.ts';
import { InviteForm } from './invite-form.tsx';
import { INVITE_REST, type InviteRest } from './invite-rest.ts';
import { FIRST_INVITE, type InviteResult } from './invite-result.ts';
import { InviteResults } from './invite-results.tsx';

/** Invites one person or several. After several it shows the result for each, and can return to the form. */
export function InviteDialog(props: { onClose: () => void; rest?: InviteRest }) {
  const [draft, setDraft] = useState(FIRST_INVITE);
  const [results, setResults] = useState<readonly InviteResult[]>();
  return (
    <Dialog
      label={m.invite}
      width="44rem"
      closeLabel={m.close}
      onClose={props.onClose}
      withHeader
      isUnsaved={results === undefined && draft !== FIRST_INVITE}
    >
      {results === undefined ? (
        <InviteForm
          draft={draft}
          rest={props.rest ?? INVITE_REST}
          onDraft={setDraft}
          onResults={setResults}
          onClose={props.onClose}
        />
      ) : (
        <InviteResults results={results} onBack={() => setResults(undefined)} onClose={props.onClose} />
      )}
    </Dialog>
  );
}
