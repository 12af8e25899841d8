/** The tabs of a tutor: their code comes at once, because it is mostly the same. */
import { AdminRolesScreen } from './admin-roles-screen.tsx';
import { SiteRolesScreen } from './site-roles-screen.tsx';
import { TagRolesScreen } from './tag-roles-screen.tsx';

export const roleScreens = { SiteRolesScreen, TagRolesScreen, AdminRolesScreen };
