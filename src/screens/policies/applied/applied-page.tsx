import { mdiShieldOffOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { searchFor } from '#domain/lists/search-text.ts';
import { shownName } from '#domain/people/shown-name.ts';
import { placedPoliciesQuery, policiesQuery } from '#rest/policies.ts';
import { useRoles } from '#session/session-store.ts';
import { usePage } from '#shell/navigation/use-page.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { SelectField } from '#ui/field/select-field.tsx';
import { DataTable } from '#ui/list/data-table.tsx';
import { ListPage, ListReader } from '#ui/list/list-page.tsx';
import { useList } from '#ui/list/use-list.ts';
import styles from './applied.module.css';
import { m } from './messages.ts';
import { PlaceRow } from './place-row.tsx';
import { type Place, type PlaceKind, placesOf } from './places.ts';

const PER_PAGE = 20;
const WORDS = { loading: m.loading, failed: m.notRead, retry: m.tryAgain, outdated: m.outdated };
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Policies applied to groups, or to people and single devices. */
export function AppliedPage({ kind }: { kind: PlaceKind }) {
  const policies = useQuery(policiesQuery());
  const placed = useQuery(placedPoliciesQuery());
  const reading = {
    data: placed.data && policies.data ? placesOf(kind, placed.data, policies.data) : undefined,
    error: placed.error ?? policies.error,
    isFetching: placed.isFetching || policies.isFetching,
    refetch: () => Promise.all([placed.refetch(), policies.refetch()]),
  };
  return (
    <ListReader reading={reading} words={WORDS}>
      {(places) => <PlaceList key={kind} kind={kind} places={places} />}
    </ListReader>
  );
}

const TITLES = {
  groups: { empty: m.noGroups, search: m.searchGroups, columns: [m.group] },
  users: { empty: m.noUsers, search: m.searchUsers, columns: [m.user, m.kind] },
} as const;

function PlaceList({ kind, places }: { kind: PlaceKind; places: readonly Place[] }) {
  const mayRemove = useRoles().policyUser;
  const [policyId, setPolicyId] = useState('');
  const titles = TITLES[kind];
  const options = useMemo(() => policyOptions(places), [places]);
  const ofPolicy = useMemo(
    () => (policyId === '' ? places : places.filter((place) => place.policyId === policyId)),
    [places, policyId],
  );
  const search = useCallback((rows: readonly Place[], query: string) => {
    const finds = searchFor(query);
    return rows.filter(({ name }) => finds(name));
  }, []);
  const list = useList(ofPolicy, { search, place: { ...usePage(), perPage: PER_PAGE } });
  if (places.length === 0)
    return <EmptyState icon={mdiShieldOffOutline} title={titles.empty} text={m.emptyText} />;
  const columns = [...titles.columns, m.policy, m.state, ...(mayRemove ? [m.actions] : [])];
  return (
    <ListPage
      list={list}
      searchLabel={titles.search}
      noMatch={m.noMatch}
      status={
        <div className={styles.filter}>
          <SelectField label={m.filter} value={policyId} options={options} onChange={setPolicyId} />
        </div>
      }
    >
      {(shown) => (
        <DataTable caption={titles.columns[0]} columns={columns} hasActions={mayRemove}>
          {shown.map((place) => (
            <PlaceRow key={place.id} place={place} withKind={kind === 'users'} mayRemove={mayRemove} />
          ))}
        </DataTable>
      )}
    </ListPage>
  );
}

/** Only policies that are applied in this list. */
function policyOptions(places: readonly Place[]) {
  const names = new Map(places.map(({ policyId, policy }) => [policyId, shownName(policy?.name ?? '', 60)]));
  return [
    { value: '', title: m.allPolicies },
    ...[...names]
      .map(([value, name]) => ({ value, title: name || m.unnamed }))
      .sort((a, b) => byName.compare(a.title, b.title)),
  ];
}
