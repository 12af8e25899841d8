import { Outlet } from '@tanstack/react-router';
import { SpecialMessages } from '../notices/special-messages.tsx';
import { ShellFrame } from './shell-frame.tsx';

/** The admin realm: no broker connection, so nothing hides (decision 31). */
export function AdminLayout() {
  return (
    <ShellFrame withGroups={false} top={<SpecialMessages />}>
      <Outlet />
    </ShellFrame>
  );
}
