import {
  mdiKeyOutline,
  mdiKeyRemove,
  mdiPencilOutline,
  mdiSubdirectoryArrowRight,
  mdiTrashCanOutline,
} from '@mdi/js';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import type { SiteRow as Row } from '#domain/groups/site-tree.ts';
import { shownName } from '#domain/people/shown-name.ts';
import type { Site, Tag } from '#protocol/rest/site.ts';
import { Icon } from '#ui/icon/icon.tsx';
import type { ListSelection } from '#ui/list/list-selection.ts';
import { TableBox } from '#ui/list/table-box.tsx';
import { MenuItem, MenuSeparator } from '#ui/overlay/menu.tsx';
import { RowMenu } from '#ui/overlay/row-menu.tsx';
import { m } from './messages.ts';
import { SiteTags } from './site-tags.tsx';
import styles from './sites-screen.module.css';

export type SiteActions = {
  edit(site: Site): void;
  issue(site: Site): void;
  revoke(site: Site): void;
  remove(site: Site): void;
  addTag(site: Site, tag: Tag): void;
  removeTag(site: Site, tag: Tag): void;
};

const icon = (path: string) => <Icon path={path} size={18} />;

function SiteMenu({ site, actions }: { site: Site; actions: SiteActions }) {
  const label = m.menuOf({ name: shownName(site.name, 60) });
  return (
    <RowMenu label={label}>
      <MenuItem icon={icon(mdiPencilOutline)} onSelect={() => actions.edit(site)}>
        {m.editSite}
      </MenuItem>
      <MenuItem icon={icon(mdiKeyOutline)} onSelect={() => actions.issue(site)}>
        {m.issueToken}
      </MenuItem>
      <MenuItem icon={icon(mdiKeyRemove)} onSelect={() => actions.revoke(site)}>
        {m.revokeTokens}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={icon(mdiTrashCanOutline)} onSelect={() => actions.remove(site)}>
        {m.deleteSite}
      </MenuItem>
    </RowMenu>
  );
}

function Name({ row, selection }: { row: Row<Site>; selection: ListSelection }) {
  const { site, depth } = row;
  return (
    <span className={styles.site} style={{ '--depth': depth } as CSSProperties}>
      <TableBox
        label={m.select({ name: shownName(site.name, 60) })}
        state={selection.has(site.id) ? 'all' : 'none'}
        onChange={(isOn) => selection.select(site.id, isOn)}
      />
      {depth === 0 ? null : (
        <>
          <Icon path={mdiSubdirectoryArrowRight} size={16} className={styles.nested ?? ''} />
          <span className="visually-hidden">{m.nested({ depth })}</span>
        </>
      )}
      <bdi>{site.name}</bdi>
    </span>
  );
}

/** One site with its tags and its deployment; super admins edit it here. */
export function SiteRow(props: {
  row: Row<Site>;
  page: number | undefined;
  tags: readonly Tag[];
  selection: ListSelection;
  isSuperAdmin: boolean;
  actions: SiteActions;
}) {
  const { row, page, actions, isSuperAdmin } = props;
  const { site } = row;
  const name = shownName(site.name, 60);
  return (
    <tr>
      <td>
        <Name row={row} selection={props.selection} />
      </td>
      <td>
        <SiteTags
          site={site}
          tags={props.tags}
          isEditable={isSuperAdmin}
          onAdd={(tag) => actions.addTag(site, tag)}
          onRemove={(tag) => actions.removeTag(site, tag)}
        />
      </td>
      <td>
        <Link
          to="/admin/sites/sites-tags"
          search={{ page, configMS: site.id }}
          aria-label={m.windowsInstallerOf({ name })}
        >
          {m.windowsInstaller}
        </Link>
      </td>
      <td>
        <Link
          to="/admin/sites/sites-tags"
          search={{ page, config: site.id }}
          aria-label={m.chromebookConfigOf({ name })}
        >
          {m.chromebookConfig}
        </Link>
      </td>
      {isSuperAdmin ? (
        <td>
          <SiteMenu site={site} actions={actions} />
        </td>
      ) : null}
    </tr>
  );
}
