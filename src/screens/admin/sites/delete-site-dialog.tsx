import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shownName } from '#domain/people/shown-name.ts';
import { DeletionDialog } from '#features/deletion/deletion-dialog.tsx';
import { MAX_NAME_LENGTH, type SiteContents } from '#protocol/rest/admin/site.ts';
import type { Site } from '#protocol/rest/site.ts';
import { deleteSite, siteContentsQuery } from '#rest/admin/sites.ts';
import { goneIsDone } from '#rest/gone-is-done.ts';
import { useWrite } from '#rest/use-write.ts';
import { TextField } from '#ui/field/field.tsx';
import { Spinner } from '#ui/spinner.tsx';
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

/** Lists what is deleted with a site, and deletes it after its name was typed. */
export function DeleteSiteDialog(props: {
  site: Site;
  onClose: () => void;
  send?: (siteId: string) => Promise<void>;
}) {
  const { site, onClose, send = deleteSite } = props;
  const name = shownName(site.name, 60);
  const [typed, setTyped] = useState('');
  const reading = useQuery(siteContentsQuery(site.id));
  const write = useWrite({
    send: (id: string) => goneIsDone(send(id)),
    // Queries of the deleted site would get 404.
    changed: { predicate: (query) => holdsSites(query) && query.queryKey[1] !== site.id },
  });
  const inside = site.subnodes.length;
  const obstacle =
    inside > 0 ? m.hasSites({ count: inside }) : typed === site.name ? undefined : m.nameDiffers;

  return (
    <DeletionDialog
      title={m.deleteTitle({ name })}
      words={m}
      submitTitle={m.deleteSite}
      deletedText={m.deleted({ name })}
      obstacle={obstacle}
      width="34rem"
      remove={() => write.mutateAsync(site.id)}
      onClose={onClose}
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
    </DeletionDialog>
  );
}
