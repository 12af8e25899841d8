import { createContext } from 'react';
import { putPolicies, readAppliedPolicies } from '../../rest/policies.ts';

/** How policies of targets are read and written: the platform's REST, else what a test puts in its place. */
export const PolicyRest = createContext({ read: readAppliedPolicies, put: putPolicies });
