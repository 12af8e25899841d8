import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import { isAppError } from '#protocol/app-error.ts';
import { MAX_NAME_LENGTH, type SiteContents } from '#protocol/rest/admin/site.ts';
import type { Site } from '#protocol/rest/site.ts';
import { deleteSite, siteContentsQuery } from '../../../rest/admin/sites.ts';
import { useWrite } from '../../../rest/use-write.ts';
import { toasts } from '../../../shell/toasts/toasts.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogForm } from '../../../ui/dialog/dialog-form.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useSaving } from '../../../ui/use-saving.ts';
import { m } from './messages.ts';
import styles from './sites-screen.module.css';
import { holdsSites } from './use-sites.ts';

const KINDS = ['devices', 'users', 'groups', 'policies', 'runners', 'syncs', 'tokens'] as const;

function Contents({ contents }: { contents: SiteContents }) {
  const held = KINDS.filter((kind) => contents[kind] > 0);
  if (held.length === 0) return null;
  return (
    <ul aria-label={m.contents} className={styles.contents}>
      {held.map((kind) => (
        <li key={kind}>{m.contentsOf[kind](contents[kind])}</li>
      ))}
    </ul>
  );
}

/** Somebody else was faster: it is gone, which is what was asked for. */
const isGone = (error: unknown) => isAppError(error) && error.code === 'not-found';

/** Says what goes with a site, and deletes it once its name was typed. */
export function DeleteSiteDialog(props: {
  site: Site;
  onClose: () => void;
  send?: (siteId: string) => Promise<void>;
}) {
  const { site, onClose, send = deleteSite } = props;
  const name = shownName(site.name, 60);
  const [typed, setTyped] = useState('');
  const reading = useQuery(siteContentsQuery(site.id));
  const write = useWrite({ send, changed: { predicate: holdsSites } });
  const { save, isSaving, why } = useSaving(() =>
    write.mutateAsync(site.id).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    }),
  );
  const inside = site.subnodes.length;
  const obstacle =
    inside > 0 ? m.hasSites({ count: inside }) : typed === site.name ? undefined : m.nameDiffers;

  async function submit(): Promise<void> {
    if (!(await save(undefined))) return;
    toasts.show({ type: 'success', text: m.deleted({ name }) });
    onClose();
  }
  return (
    <Dialog label={m.deleteTitle({ name })} width="34rem" closeLabel={m.close} onClose={onClose} withHeader>
      <DialogForm
        cancelTitle={m.cancel}
        onCancel={onClose}
        submit={{ title: m.deleteSite, look: 'danger', obstacle, onSubmit: () => void submit() }}
        savingTitle={isSaving ? m.deleting : undefined}
        failure={why}
      >
        <p>{m.deleteText}</p>
        {reading.data ? <Contents contents={reading.data} /> : null}
        {reading.isPending ? <Spinner label={m.counting} size={20} isInline /> : null}
        {reading.isError ? <p>{m.contentsUnknown}</p> : null}
        {inside > 0 ? (
          <p role="alert" className={styles.obstacle}>
            {m.hasSites({ count: inside })}
          </p>
        ) : (
          <TextField
            label={m.typeName({ name })}
            value={typed}
            maxLength={MAX_NAME_LENGTH}
            error={typed === '' || site.name.startsWith(typed) ? undefined : m.nameDiffers}
            onChange={setTyped}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}
