import { mdiPencilOutline, mdiTrashCanOutline } from '@mdi/js';
import { shownName } from '#domain/people/shown-name.ts';
import type { SiteRunner } from '#protocol/rest/admin/site-runner.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { MenuItem, MenuSeparator } from '#ui/overlay/menu.tsx';
import { RowMenu } from '#ui/overlay/row-menu.tsx';
import { m } from './messages.ts';
import type { RunnerRow } from './runner-rows.ts';
import { RunnerState } from './runner-state.tsx';
import styles from './site-runners.module.css';

export type RunnerPress = 'token' | 'edit' | 'delete';

function RunnerMenu(props: { runner: SiteRunner; onPress: (what: RunnerPress) => void }) {
  const label = m.menuOf({ name: shownName(props.runner.name, 60) });
  return (
    <RowMenu label={label}>
      <MenuItem icon={<Icon path={mdiPencilOutline} size={18} />} onSelect={() => props.onPress('edit')}>
        {m.editName}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Icon path={mdiTrashCanOutline} size={18} />} onSelect={() => props.onPress('delete')}>
        {m.remove}
      </MenuItem>
    </RowMenu>
  );
}

/** A runner with its actions. */
export function RunnerTableRow(props: { row: RunnerRow; onPress: (what: RunnerPress) => void }) {
  const { row, onPress } = props;
  const { runner, siteName } = row;
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className={styles.name}
          data-tip={m.tokenOf({ name: shownName(runner.name, 60) })}
          onClick={() => onPress('token')}
        >
          <bdi>{runner.name}</bdi>
        </button>
        <RunnerState runner={runner} />
      </th>
      <td>
        <bdi>{siteName}</bdi>
      </td>
      <td>
        <RunnerMenu runner={runner} onPress={onPress} />
      </td>
    </tr>
  );
}
