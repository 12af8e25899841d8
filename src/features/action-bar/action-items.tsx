import { Icon } from '#ui/icon/icon.tsx';
import { MenuItem } from '#ui/overlay/menu.tsx';
import type { ActionButton } from './use-actions.tsx';

/** Renders actions as menu items. */
export function ActionItems({ buttons }: { buttons: readonly ActionButton[] }) {
  return buttons.map(({ entry, state, press }) => (
    <MenuItem
      key={entry.action}
      icon={<Icon path={entry.icon} size={18} />}
      isIdle={!state.canPress}
      description={state.text}
      onSelect={press}
    >
      {entry.title}
    </MenuItem>
  ));
}
