import { mdiAccountPlusOutline, mdiAccountSchoolOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Tutor } from '#protocol/rest/tutor.ts';
import { tutorsQuery } from '#rest/admin/tutors.ts';
import { useRoles } from '#session/session-store.ts';
import { ScreenHeader } from '#shell/layout/screen-header.tsx';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import { usePage } from '#shell/navigation/use-page.ts';
import { Button } from '#ui/button.tsx';
import { CountCard } from '#ui/count-card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { DataTable } from '#ui/list/data-table.tsx';
import { ListPage, ListReader } from '#ui/list/list-page.tsx';
import { useList } from '#ui/list/use-list.ts';
import { m } from './messages.ts';
import { TutorRow } from './tutor-row.tsx';
import { searchTutors, tutorText } from './tutor-search.ts';

const PAGE_SIZE = 10;
const FIRST_SORT = { column: 'name', isDescending: false };
const WORDS = { loading: m.loading, failed: m.loadFailed, retry: m.retry, outdated: m.outdated };

const InviteDialog = lazyDialog(
  m.invite,
  async () => (await import('./invite/invite-dialog.tsx')).InviteDialog,
);
const DeleteTutorDialog = lazyDialog(
  m.deleteTutor,
  async () => (await import('./delete-tutor-dialog.tsx')).DeleteTutorDialog,
);

function TutorList(props: { tutors: readonly Tutor[]; onDelete: ((tutor: Tutor) => void) | undefined }) {
  const list = useList(
    props.tutors,
    {
      search: searchTutors,
      place: { ...usePage(), perPage: PAGE_SIZE },
    },
    { first: FIRST_SORT, textOf: tutorText },
  );
  return (
    <ListPage list={list} searchLabel={m.search} noMatch={m.noMatch}>
      {(shown) => (
        <DataTable
          caption={m.tutors}
          columns={props.onDelete ? [m.name, m.email, m.actions] : [m.name, m.email]}
          hasActions={props.onDelete !== undefined}
        >
          {shown.map((tutor) => (
            <TutorRow key={tutor.id} tutor={tutor} onDelete={props.onDelete} />
          ))}
        </DataTable>
      )}
    </ListPage>
  );
}

/** The tutors of the tenant. Super admins invite and delete them. */
export function TutorsScreen() {
  const reading = useQuery(tutorsQuery());
  const { superAdmin } = useRoles();
  const [isInviting, setInviting] = useState(false);
  const [toDelete, setToDelete] = useState<Tutor>();
  const inviteButton = superAdmin ? (
    <Button needsPlatform look="primary" icon={mdiAccountPlusOutline} onClick={() => setInviting(true)}>
      {m.invite}
    </Button>
  ) : null;
  return (
    <>
      <ScreenHeader crumbs={[{ title: m.tutors }]}>
        {reading.data === undefined ? null : (
          <CountCard count={reading.data.length} singular={m.tutorSingular} plural={m.tutorPlural} />
        )}
        {inviteButton}
      </ScreenHeader>
      <ListReader reading={reading} words={WORDS}>
        {(tutors) =>
          tutors.length === 0 ? (
            <EmptyState
              icon={mdiAccountSchoolOutline}
              title={m.noTutors}
              text={superAdmin ? m.noTutorsText : m.noTutorsManagerText}
            />
          ) : (
            <TutorList tutors={tutors} onDelete={superAdmin ? setToDelete : undefined} />
          )
        }
      </ListReader>
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
      {toDelete ? <DeleteTutorDialog tutor={toDelete} onClose={() => setToDelete(undefined)} /> : null}
    </>
  );
}
