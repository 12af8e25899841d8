import { createContext } from 'react';
import { changeGrant, changeRoles, giveRole, takeRole } from '#rest/admin/roles.ts';

/** REST calls that write roles; replaced in tests. */
export const RoleRest = createContext({
  give: giveRole,
  setGrant: changeGrant,
  take: takeRole,
  change: changeRoles,
});
