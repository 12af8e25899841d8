/** Writes of the groups screen; replaced in tests. */
import { createContext } from 'react';
import { createGroup, deleteGroup, saveGroup, saveGroupTutors } from '#rest/group-making.ts';
import { saveGroupMembers, saveGroupPatterns } from '#rest/group-members.ts';
import { syncGroup } from '#rest/groups.ts';
import { putPolicies } from '#rest/policies.ts';

export type GroupWrites = {
  create: typeof createGroup;
  save: typeof saveGroup;
  saveMembers: typeof saveGroupMembers;
  savePatterns: typeof saveGroupPatterns;
  saveTutors: typeof saveGroupTutors;
  savePolicies: typeof putPolicies;
  remove: (groupId: string) => Promise<void>;
  sync: typeof syncGroup;
};

export const GroupRest = createContext<GroupWrites>({
  create: createGroup,
  save: saveGroup,
  saveMembers: saveGroupMembers,
  savePatterns: saveGroupPatterns,
  saveTutors: saveGroupTutors,
  savePolicies: putPolicies,
  remove: (groupId) => deleteGroup(groupId),
  sync: syncGroup,
});
