import { createContext } from 'react';
import { changeGrant, changeRoles, giveRole, takeRole } from '../../../rest/admin/roles.ts';

/** The verbs that write roles; tests hand in others. */
export const RoleRest = createContext({
  give: giveRole,
  setGrant: changeGrant,
  take: takeRole,
  change: changeRoles,
});
