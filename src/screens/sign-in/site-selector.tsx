import { type FormEvent, useState } from 'react';
import { searchFor } from '#domain/lists/search-text.ts';
import type { SiteList } from '#protocol/auth/auth-service.ts';
import { Button } from '#ui/button.tsx';
import { SearchField } from '#ui/field/search-field.tsx';
import { m } from './messages.ts';
import { Actions } from './sign-in-card.tsx';
import styles from './site-selector.module.css';

/** From this number on, there is a search field. */
const MANY_SITES = 8;

/** The sites are radio buttons, so that arrow keys choose and Enter logs in. */
export function SiteSelector(props: {
  sites: SiteList['sites'];
  selectedSiteId: string | undefined;
  managementAccess: boolean;
  busy: boolean;
  onSelect: (siteId: string) => void;
  onLogin: () => void;
  onLoginAsAdmin: () => void;
}) {
  const [search, setSearch] = useState('');
  const finds = searchFor(search);
  const shown = props.sites.filter(({ name }) => finds(name));
  // A selected site that the search hides does not count, because the user does not see it.
  const selected = shown.some((site) => site.id === props.selectedSiteId);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (selected && !props.busy) props.onLogin();
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      {props.sites.length > MANY_SITES ? (
        <SearchField label={m.searchSites} value={search} onChange={setSearch} />
      ) : null}
      {props.sites.length > 0 ? (
        <fieldset className={styles.sites}>
          <legend className="visually-hidden">{m.sitesLabel}</legend>
          {shown.map((site) => (
            <label key={site.id} className={styles.site}>
              <input
                type="radio"
                name="site"
                className={styles.radio}
                checked={site.id === props.selectedSiteId}
                onChange={() => props.onSelect(site.id)}
              />
              <span className={styles.siteName}>{site.name}</span>
            </label>
          ))}
          {shown.length === 0 ? <p className={styles.none}>{m.noMatchingSites}</p> : null}
        </fieldset>
      ) : null}
      <Actions>
        {props.sites.length > 0 ? (
          <Button type="submit" look="primary" disabled={!selected || props.busy}>
            {m.login}
          </Button>
        ) : null}
        {props.managementAccess ? (
          <Button
            look={props.sites.length === 0 ? 'primary' : 'default'}
            disabled={props.busy}
            onClick={props.onLoginAsAdmin}
          >
            {m.loginAsAdmin}
          </Button>
        ) : null}
      </Actions>
    </form>
  );
}
