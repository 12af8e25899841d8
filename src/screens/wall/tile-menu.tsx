import { mdiArrowExpandAll, mdiMonitor } from '@mdi/js';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { proxy } from 'valtio/vanilla';
import { ActionMenu } from '#features/action-bar/action-menu.tsx';
import { ACTION_ENTRIES } from '#features/action-entries/action-entries.ts';
import { createAbsentMembers } from '#features/device-card/absent-members.ts';
import { createSelectionTargets, groupPlace } from '#features/device-card/selection/selection-targets.ts';
import { wallDisplayChoices } from '#live/display-choices.ts';
import type { GroupWatch } from '#live/group-watch.ts';
import type { Group } from '#protocol/rest/group.ts';
import type { GroupMember } from '#protocol/rest/group-member.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { MenuItem } from '#ui/overlay/menu.tsx';
import type { Anchor } from '#ui/overlay/place-beside.ts';
import { m } from './messages.ts';
import type { Spotlight } from './spotlight/spotlight-store.ts';
import { tilePath } from './tile-path.ts';
import { type Tile, targetKeys } from './tiles.ts';

export type OpenTileMenu = { tile: Tile; anchor: Anchor };

/** Actions for the tile, or for all selected tiles if it is one of them. */
export function TileMenu(props: {
  watch: GroupWatch;
  group: Group;
  members: readonly GroupMember[];
  menu: OpenTileMenu;
  tiles: readonly Tile[];
  /** Keys of the tiles that the actions apply to. */
  keys: readonly string[];
  spotlight: Spotlight;
  onClose: (isDone: boolean) => void;
}) {
  const { watch, group, members, tiles, keys, spotlight } = props;
  const { tile, anchor } = props.menu;
  const { devices } = watch;
  const router = useRouter();
  const { id, title } = group;
  const place = useMemo(
    () => ({ ...groupPlace({ id, title }, devices), displays: wallDisplayChoices.choices }),
    [id, title, devices],
  );
  const targets = useMemo(() => {
    const absent = createAbsentMembers(devices, members, { leftAt: new Map(), nowMs: Date.now });
    absent.get();
    return createSelectionTargets(
      devices,
      proxy(Object.fromEntries(targetKeys(keys, tiles, devices).map((key) => [key, true]))),
      absent,
    );
  }, [devices, members, keys, tiles]);
  const client = devices.get(tile.key);
  const path = tilePath(id, client);
  const label = keys.length > 1 ? m.actionsOfMany({ count: keys.length }) : m.actionsOf({ name: tile.name });
  return (
    <ActionMenu
      label={label}
      entries={ACTION_ENTRIES}
      targets={targets}
      place={place}
      anchor={anchor}
      onClose={props.onClose}
    >
      {path === undefined || keys.length > 1 ? null : (
        <MenuItem icon={<Icon path={mdiMonitor} size={18} />} onSelect={() => router.history.push(path)}>
          {m.openDevice}
        </MenuItem>
      )}
      {client === undefined ? null : (
        <MenuItem
          icon={<Icon path={mdiArrowExpandAll} size={18} />}
          isIdle={spotlight.isFull(keys)}
          description={spotlight.isFull(keys) ? m.spotlightFull : undefined}
          onSelect={() => spotlight.add(keys.filter((key) => devices.get(key) !== undefined))}
        >
          {m.enlarge}
        </MenuItem>
      )}
    </ActionMenu>
  );
}
