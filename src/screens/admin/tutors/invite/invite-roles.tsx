import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { searchFor } from '#domain/lists/search-text.ts';
import { isOfferedWithInvite } from '#domain/people/grant-rule.ts';
import { byRoleName } from '#domain/people/role-order.ts';
import type { Role } from '#protocol/rest/role.ts';
import type { Site } from '#protocol/rest/site.ts';
import { rolesQuery } from '#rest/admin/roles.ts';
import { sitesQuery } from '#rest/sites.ts';
import { CheckField } from '#ui/field/field.tsx';
import { PickList } from '#ui/field/pick-list.tsx';
import { SearchField } from '#ui/field/search-field.tsx';
import { ListReader } from '#ui/list/list-page.tsx';
import { m } from '../messages.ts';
import styles from './invite.module.css';
import type { InviteDraft } from './invite-result.ts';

const WORDS = { loading: m.loadingRoles, failed: m.rolesFailed, retry: m.retry };

type Choice = Pick<InviteDraft, 'roleIds' | 'siteIds'>;

/** The roles that the invited tutors get, and on which sites. */
export function InviteRoles(props: { draft: Choice; onChange: (choice: Partial<Choice>) => void }) {
  const roles = useQuery(rolesQuery());
  const sites = useQuery(sitesQuery());
  return (
    <fieldset className={styles.roles}>
      <legend>{m.roles}</legend>
      <p className={styles.hint}>{m.rolesHint}</p>
      <ListReader reading={roles} words={WORDS}>
        {(all) => (
          <RoleBoxes
            roles={all}
            chosen={props.draft.roleIds}
            onChange={(roleIds) => props.onChange({ roleIds })}
          />
        )}
      </ListReader>
      <ListReader reading={sites} words={WORDS}>
        {(all) => (
          <SiteList
            sites={all}
            chosen={props.draft.siteIds}
            onChange={(siteIds) => props.onChange({ siteIds })}
          />
        )}
      </ListReader>
    </fieldset>
  );
}

function RoleBoxes(props: {
  roles: readonly Role[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}) {
  const choose = (id: string, isOn: boolean) => {
    const next = new Set(props.chosen);
    if (isOn) next.add(id);
    else next.delete(id);
    props.onChange(next);
  };
  return (
    <div className={styles.choices}>
      {props.roles
        .filter(isOfferedWithInvite)
        .toSorted(byRoleName)
        .map(({ id, friendlyName }) => (
          <CheckField
            key={id}
            label={friendlyName}
            value={props.chosen.has(id)}
            onChange={(isOn) => choose(id, isOn)}
          />
        ))}
    </div>
  );
}

const flat = (sites: readonly Site[]): Site[] => sites.flatMap((site) => [site, ...flat(site.subnodes)]);

function SiteList(props: {
  sites: readonly Site[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}) {
  const [query, setQuery] = useState('');
  const finds = searchFor(query);
  const items = flat(props.sites).filter(({ name }) => finds(name));
  return (
    <div className={styles.sites}>
      <SearchField label={m.searchSites} value={query} onChange={setQuery} />
      <PickList
        label={m.sites}
        items={items}
        chosen={props.chosen}
        emptyText={m.noSites}
        onChoose={props.onChange}
      />
    </div>
  );
}
