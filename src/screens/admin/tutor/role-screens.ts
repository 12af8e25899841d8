/** The tabs of a tutor share one chunk, because most of their code is the same. */
import { AdminRolesScreen } from './admin-roles-screen.tsx';
import { SiteRolesScreen } from './site-roles-screen.tsx';
import { TagRolesScreen } from './tag-roles-screen.tsx';

export const roleScreens = { SiteRolesScreen, TagRolesScreen, AdminRolesScreen };
