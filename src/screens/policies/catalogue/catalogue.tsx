import { mdiPlus, mdiShieldOffOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { searchFor } from '#domain/lists/search-text.ts';
import { shownName } from '#domain/people/shown-name.ts';
import type { PlacedPolicy, Policy } from '#protocol/rest/policy.ts';
import { placedPoliciesQuery, policiesQuery } from '#rest/policies.ts';
import { useRoles } from '#session/session-store.ts';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import { usePage } from '#shell/navigation/use-page.ts';
import { Button } from '#ui/button.tsx';
import { DialogBoundary } from '#ui/dialog/dialog-boundary.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { DataTable } from '#ui/list/data-table.tsx';
import { ListPage, ListReader } from '#ui/list/list-page.tsx';
import { useList } from '#ui/list/use-list.ts';
import { draftOf } from '../editor/policy-draft.ts';
import { m } from '../messages.ts';
import { CatalogueRow } from './catalogue-row.tsx';
import { DeletePolicyDialog } from './delete-policy-dialog.tsx';
import { type ListedPolicy, listedPolicies } from './listed-policies.ts';

const PolicyDialog = lazyDialog(
  m.policies,
  async () => (await import('../editor/policy-dialog.tsx')).PolicyDialog,
);

const PER_PAGE = 20;
const WORDS = { loading: m.loading, failed: m.notRead, retry: m.tryAgain, outdated: m.outdated };

/** The dialog that is open over the list. */
type Opened =
  | { name: 'create' }
  | { name: 'edit'; policy: Policy }
  | { name: 'copy'; policy: Policy }
  | { name: 'delete'; policy: Policy };

/** All policies of the site. Users with the policyMaintainer role create, change and delete them. */
export function Catalogue() {
  return (
    <ListReader reading={useQuery(policiesQuery())} words={WORDS}>
      {(policies) => <PolicyList policies={policies} />}
    </ListReader>
  );
}

function PolicyList({ policies }: { policies: readonly Policy[] }) {
  const canEdit = useRoles().policyMaintainer;
  const [opened, setOpened] = useState<Opened>();
  const placed = usePlaces();
  const all = useMemo(() => listedPolicies(policies), [policies]);
  const search = useCallback((rows: readonly ListedPolicy[], query: string) => {
    const finds = searchFor(query);
    return rows.filter(({ text }) => finds(text));
  }, []);
  const list = useList(all, { search, place: { ...usePage(), perPage: PER_PAGE } });
  const addButton = canEdit ? (
    <Button needsPlatform look="primary" icon={mdiPlus} onClick={() => setOpened({ name: 'create' })}>
      {m.addPolicy}
    </Button>
  ) : null;
  const columns = [m.policy, m.effects, m.conditions, m.appliedTo, ...(canEdit ? [m.actions] : [])];
  return (
    <>
      {policies.length === 0 ? (
        <EmptyState
          icon={mdiShieldOffOutline}
          title={m.empty}
          text={canEdit ? m.emptyText : m.emptyForOthers}
        >
          {addButton}
        </EmptyState>
      ) : (
        <ListPage list={list} searchLabel={m.search} noMatch={m.noMatch} status={addButton}>
          {(shown) => (
            <DataTable caption={m.policies} columns={columns} hasActions={canEdit}>
              {shown.map((row) => (
                <CatalogueRow
                  key={row.id}
                  row={row}
                  places={placed.get(row.id) ?? NONE}
                  canEdit={canEdit}
                  onEdit={() => setOpened({ name: 'edit', policy: row.policy })}
                  onCopy={() => setOpened({ name: 'copy', policy: row.policy })}
                  onDelete={() => setOpened({ name: 'delete', policy: row.policy })}
                />
              ))}
            </DataTable>
          )}
        </ListPage>
      )}
      {opened === undefined ? null : (
        <DialogBoundary onClose={() => setOpened(undefined)}>
          <Dialogs opened={opened} places={placed} onClose={() => setOpened(undefined)} />
        </DialogBoundary>
      )}
    </>
  );
}

const NONE: readonly PlacedPolicy[] = [];
type Places = ReadonlyMap<string, readonly PlacedPolicy[]>;

/** Places where each policy is applied, by policy id. */
function usePlaces(): Places {
  const { data } = useQuery(placedPoliciesQuery());
  return useMemo(() => {
    const places = new Map<string, PlacedPolicy[]>();
    for (const each of data ?? NONE) {
      const known = places.get(each.policyId);
      if (known === undefined) places.set(each.policyId, [each]);
      else known.push(each);
    }
    return places;
  }, [data]);
}

function Dialogs(props: { opened: Opened; places: Places; onClose: () => void }) {
  const { opened, onClose } = props;
  switch (opened.name) {
    case 'create':
      return <PolicyDialog onClose={onClose} />;
    case 'edit':
      return <PolicyDialog policy={opened.policy} onClose={onClose} />;
    case 'copy': {
      const first = draftOf(opened.policy);
      const name = m.copyName({ name: shownName(first.name, 200) });
      return <PolicyDialog first={{ ...first, name }} onClose={onClose} />;
    }
    case 'delete':
      return (
        <DeletePolicyDialog
          policy={opened.policy}
          places={props.places.get(opened.policy.id) ?? NONE}
          onClose={onClose}
        />
      );
  }
}
