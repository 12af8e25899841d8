import { Outlet } from '@tanstack/react-router';
import { SpecialMessages } from '../notices/special-messages.tsx';
import { ShellFrame } from './shell-frame.tsx';

/** The admin realm has no broker connection, so its content never waits for one. */
export function AdminLayout() {
  return (
    <ShellFrame withGroups={false} top={<SpecialMessages />}>
      <Outlet />
    </ShellFrame>
  );
}
