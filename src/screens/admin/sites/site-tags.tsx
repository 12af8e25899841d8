import { mdiClose, mdiPlus, mdiTagOutline } from '@mdi/js';
import { shownName } from '#domain/people/shown-name.ts';
import type { Site, Tag } from '#protocol/rest/site.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Menu, MenuItem, MenuLabel, MenuScroll } from '#ui/overlay/menu.tsx';
import { usePlatformObstacle } from '#ui/platform-obstacle.ts';
import { m } from './messages.ts';
import styles from './sites-screen.module.css';

/** The tags of a site. Super admins add and remove them in place. */
export function SiteTags(props: {
  site: Site;
  tags: readonly Tag[];
  isEditable: boolean;
  onAdd: (tag: Tag) => void;
  onRemove: (tag: Tag) => void;
}) {
  const { site, tags, isEditable } = props;
  const carried = tags.filter(({ id }) => site.tags.includes(id));
  const others = tags.filter(({ id }) => !site.tags.includes(id));
  const name = shownName(site.name, 60);
  const label = m.addTagTo({ name });
  const obstacle = usePlatformObstacle(true);
  return (
    <div className={styles.tagCell}>
      <ul className={styles.tags}>
        {carried.map((tag) => (
          <li key={tag.id} className={styles.tag}>
            <bdi>{tag.name}</bdi>
            {isEditable ? (
              <button
                type="button"
                className={styles.removeTag}
                aria-label={m.removeTag({ tag: shownName(tag.name, 40), name })}
                aria-disabled={obstacle !== undefined || undefined}
                aria-description={obstacle}
                data-tip={obstacle}
                onClick={() => obstacle === undefined && props.onRemove(tag)}
              >
                <Icon path={mdiClose} size={14} />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {isEditable ? (
        <Menu
          label={label}
          tip={m.addTag}
          buttonClassName={styles.addTag}
          button={<Icon path={mdiPlus} size={16} />}
        >
          {others.length === 0 ? (
            <MenuLabel>{tags.length === 0 ? m.noTags : m.allTagsThere}</MenuLabel>
          ) : (
            <MenuScroll>
              {others.map((tag) => (
                <MenuItem
                  key={tag.id}
                  needsPlatform
                  icon={<Icon path={mdiTagOutline} size={18} />}
                  onSelect={() => props.onAdd(tag)}
                >
                  <bdi>{tag.name}</bdi>
                </MenuItem>
              ))}
            </MenuScroll>
          )}
        </Menu>
      ) : null}
    </div>
  );
}
