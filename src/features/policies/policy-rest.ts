import { createContext } from 'react';
import {
  changeRecipientPolicies,
  createPolicy,
  deletePolicy,
  putPolicies,
  readAppliedPolicies,
  readRecipientPolicies,
  savePolicy,
} from '../../rest/policies.ts';

/** How policies, and what they are applied to, are read and written: the platform's REST, else what a test puts in its place. */
export const PolicyRest = createContext({
  read: readAppliedPolicies,
  put: putPolicies,
  readMany: readRecipientPolicies,
  changeMany: changeRecipientPolicies,
  create: createPolicy,
  save: savePolicy,
  remove: deletePolicy,
});
