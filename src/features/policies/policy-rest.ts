import { createContext } from 'react';
import {
  createPolicy,
  deletePolicy,
  putPolicies,
  readAppliedPolicies,
  savePolicy,
} from '../../rest/policies.ts';

/** How policies, and what they are applied to, are read and written: the platform's REST, else what a test puts in its place. */
export const PolicyRest = createContext({
  read: readAppliedPolicies,
  put: putPolicies,
  create: createPolicy,
  save: savePolicy,
  remove: deletePolicy,
});
