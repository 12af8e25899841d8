import { createContext } from 'react';
import {
  changeRecipientPolicies,
  createPolicy,
  deletePolicy,
  putPolicies,
  readAppliedPolicies,
  readRecipientPolicies,
  savePolicy,
} from '#rest/policies.ts';

/** The REST calls for policies and their applications. Tests provide their own. */
export const PolicyRest = createContext({
  read: readAppliedPolicies,
  put: putPolicies,
  readMany: readRecipientPolicies,
  changeMany: changeRecipientPolicies,
  create: createPolicy,
  save: savePolicy,
  remove: deletePolicy,
});
