import { mdiAccountKeyOutline } from '@mdi/js';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { pageOf } from '#domain/lists/list-pages.ts';
import { SUPER_ADMIN } from '#domain/people/grant-rule.ts';
import type { Role } from '#protocol/rest/role.ts';
import { DialogBoundary } from '#ui/dialog/dialog-boundary.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SegmentedChoice } from '#ui/field/segmented-choice.tsx';
import { DataTable } from '#ui/list/data-table.tsx';
import { ListReader } from '#ui/list/list-page.tsx';
import { Pagination } from '#ui/list/pagination.tsx';
import { useExistingPage } from '#ui/list/use-list.ts';
import { PageBody } from '#ui/page-body.tsx';
import { usePrinting } from '#ui/use-printing.ts';
import { GRANT_OPTIONS } from './grant-options.ts';
import { m } from './messages.ts';
import { OwnRoleDialog } from './own-role-dialog.tsx';
import type { GrantFilter } from './place-rows.ts';
import { RoleCell } from './role-cell.tsx';
import { useRoleWrites } from './use-role-writes.ts';
import { ROLE_WORDS, type TutorRoles, useTutorRoles } from './use-tutor-roles.ts';

const PAGE_SIZE = 6;
const EVERYWHERE = { kind: 'everywhere' } as const;

/** The roles that a tutor holds for the whole tenant. */
export function AdminRolesScreen() {
  const { tutorId } = useParams({ from: '/admin/tutors/$tutorId/admin-roles' });
  const reading = useTutorRoles(tutorId);
  return (
    <ListReader reading={reading} words={ROLE_WORDS}>
      {(tutor) => <AdminRoles tutor={tutor} />}
    </ListReader>
  );
}

function AdminRoles({ tutor }: { tutor: TutorRoles }) {
  const { page: requestedPage = 1 } = useSearch({ from: '/admin/tutors/$tutorId/admin-roles' });
  const navigate = useNavigate({ from: '/admin/tutors/$tutorId/admin-roles' });
  const turnTo = (next: number, replace: boolean) =>
    void navigate({ search: next === 1 ? {} : { page: next }, replace });
  const [grant, setGrant] = useState<GrantFilter>('all');
  const [giveUp, setGiveUp] = useState<{ take: () => void }>();
  const writes = useRoleWrites(tutor);
  const all = useMemo(() => tutor.roles.filter(({ global }) => global), [tutor.roles]);
  const mayGrant = (role: Role) => tutor.linkAt(role.id, EVERYWHERE)?.canGrant === true;
  const found = all.filter((role) => grant === 'all' || mayGrant(role) === (grant === 'can-grant'));
  const isPrinting = usePrinting();
  const perPage = isPrinting ? Math.max(1, found.length) : PAGE_SIZE;
  const { page, pageCount, shown } = pageOf(found, requestedPage, perPage);
  useExistingPage({ page: requestedPage, onPage: turnTo }, pageCount, found.length > 0 && !isPrinting);
  const isOwn = tutor.granter.tutorId === tutor.tutorId;
  if (all.length === 0) return <EmptyState icon={mdiAccountKeyOutline} title={m.noRoles} />;
  return (
    <PageBody
      controls={
        <SegmentedChoice
          label={m.granting}
          value={grant}
          options={GRANT_OPTIONS}
          onChange={(next) => {
            setGrant(next);
            turnTo(1, true);
          }}
        />
      }
    >
      {shown.length === 0 ? (
        <EmptyState icon={mdiAccountKeyOutline} title={m.noMatchRoles} />
      ) : (
        <DataTable caption={m.adminRoles} columns={[m.role, m.assigned]}>
          {shown.map((role) => (
            <tr key={role.id}>
              <th scope="row">{role.friendlyName}</th>
              <td>
                <RoleCell
                  cell={{ role, place: EVERYWHERE, placeName: m.everywhere }}
                  tutor={tutor}
                  writes={writes}
                  onTake={(take) => (isOwn && role.name === SUPER_ADMIN ? setGiveUp({ take }) : take())}
                />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <Pagination page={page} pageCount={pageCount} onChange={(next) => turnTo(next, false)} />
      {giveUp ? (
        <DialogBoundary onClose={() => setGiveUp(undefined)}>
          <OwnRoleDialog onConfirm={giveUp.take} onClose={() => setGiveUp(undefined)} />
        </DialogBoundary>
      ) : null}
    </PageBody>
  );
}
