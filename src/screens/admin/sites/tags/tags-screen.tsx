import { mdiPencilOutline, mdiPlus, mdiTagMultipleOutline, mdiTrashCanOutline } from '@mdi/js';
import { useMemo, useState } from 'react';
import { siteRows } from '#domain/groups/site-tree.ts';
import { searchFor } from '#domain/lists/search-text.ts';
import { shownName } from '#domain/people/shown-name.ts';
import type { Site, Tag } from '#protocol/rest/site.ts';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import { usePage } from '#shell/navigation/use-page.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { DataTable } from '#ui/list/data-table.tsx';
import { ListPage } from '#ui/list/list-page.tsx';
import { useList } from '#ui/list/use-list.ts';
import { MenuItem } from '#ui/overlay/menu.tsx';
import { RowMenu } from '#ui/overlay/row-menu.tsx';
import { useSites } from '../use-sites.ts';
import { m } from './messages.ts';

const PAGE_SIZE = 10;

const TagDialog = lazyDialog(m.editTag, async () => (await import('./tag-dialog.tsx')).TagDialog);
const DeleteTagDialog = lazyDialog(
  m.deleteTag,
  async () => (await import('./delete-tag-dialog.tsx')).DeleteTagDialog,
);

type Opened = { name: 'add' } | { name: 'edit'; tag: Tag } | { name: 'delete'; tag: Tag };

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const byName = (tags: readonly Tag[]): Tag[] => [...tags].sort((a, b) => collator.compare(a.name, b.name));

const search = (tags: readonly Tag[], query: string): readonly Tag[] => {
  const finds = searchFor(query);
  return tags.filter(({ name }) => finds(name));
};

/** Number of sites per tag. */
function countsOf(sites: readonly Site[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { site } of siteRows(sites))
    for (const tagId of site.tags) counts.set(tagId, (counts.get(tagId) ?? 0) + 1);
  return counts;
}

function TagRow(props: { tag: Tag; count: number; onEdit: () => void; onDelete: () => void }) {
  const label = m.menuOf({ name: shownName(props.tag.name, 60) });
  return (
    <tr>
      <td>
        <bdi>{props.tag.name}</bdi>
      </td>
      <td>{m.onSites({ count: props.count })}</td>
      <td>
        <RowMenu label={label}>
          <MenuItem icon={<Icon path={mdiPencilOutline} size={18} />} onSelect={props.onEdit}>
            {m.editTag}
          </MenuItem>
          <MenuItem icon={<Icon path={mdiTrashCanOutline} size={18} />} onSelect={props.onDelete}>
            {m.deleteTag}
          </MenuItem>
        </RowMenu>
      </td>
    </tr>
  );
}

function useTagList(tags: readonly Tag[]) {
  return useList(
    useMemo(() => byName(tags), [tags]),
    {
      search,
      place: { ...usePage(), perPage: PAGE_SIZE },
    },
  );
}

/** The tags of the tenant, with the number of sites per tag. */
export function TagsScreen() {
  const { sites, tags } = useSites();
  const counts = useMemo(() => countsOf(sites), [sites]);
  const list = useTagList(tags);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const countOf = ({ id }: Tag) => counts.get(id) ?? 0;
  const addButton = (
    <Button needsPlatform look="primary" icon={mdiPlus} onClick={() => setOpened({ name: 'add' })}>
      {m.addTag}
    </Button>
  );
  return (
    <>
      {tags.length === 0 ? (
        <EmptyState icon={mdiTagMultipleOutline} title={m.noTags} text={m.noTagsText}>
          {addButton}
        </EmptyState>
      ) : (
        <ListPage list={list} searchLabel={m.search} noMatch={m.noMatch} status={addButton}>
          {(shown) => (
            <DataTable caption={m.tags} columns={[m.tag, m.sites, m.actions]} hasActions>
              {shown.map((tag) => (
                <TagRow
                  key={tag.id}
                  tag={tag}
                  count={countOf(tag)}
                  onEdit={() => setOpened({ name: 'edit', tag })}
                  onDelete={() => setOpened({ name: 'delete', tag })}
                />
              ))}
            </DataTable>
          )}
        </ListPage>
      )}
      {opened?.name === 'add' ? <TagDialog tags={tags} onClose={close} /> : null}
      {opened?.name === 'edit' ? <TagDialog tag={opened.tag} tags={tags} onClose={close} /> : null}
      {opened?.name === 'delete' ? (
        <DeleteTagDialog tag={opened.tag} count={countOf(opened.tag)} onClose={close} />
      ) : null}
    </>
  );
}
