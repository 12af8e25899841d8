import { mdiImageOutline } from '@mdi/js';
import { useLackedRoles } from '#session/session-store.ts';
import { IconButton } from '#ui/button.tsx';
import { words } from './background-messages.ts';
import type { WallStore } from './wall-store.ts';

/** For users who may not change the group, the button is disabled with the reason. */
export function BackgroundButton({ store }: { store: WallStore }) {
  const obstacle = useLackedRoles().groupMaintainer ? words.mayNot : undefined;
  return (
    <IconButton
      icon={mdiImageOutline}
      look="default"
      label={words.open}
      aria-disabled={obstacle !== undefined}
      aria-description={obstacle}
      onClick={() => {
        if (obstacle === undefined) store.open('background');
      }}
    />
  );
}
