import type { Operations } from '../operation.ts';
import { adminOperations } from './admin-operations.ts';
import { authOperations } from './auth-operations.ts';
import { directoryOperations } from './directory-operations.ts';
import { eventOperations } from './event-operations.ts';
import { groupOperations } from './group-operations.ts';
import { integrationOperations } from './integration-operations.ts';
import { operatorOperations } from './operator-operations.ts';
import { policyOperations } from './policy-operations.ts';
import { roomOperations } from './room-operations.ts';
import { siteOperations } from './site-operations.ts';
import { tutorOperations } from './tutor-operations.ts';

/** Every operation of the document, by its operation id. */
export const OPERATIONS: Operations = {
  ...authOperations,
  ...groupOperations,
  ...directoryOperations,
  ...policyOperations,
  ...roomOperations,
  ...eventOperations,
  ...siteOperations,
  ...adminOperations,
  ...tutorOperations,
  ...integrationOperations,
  ...operatorOperations,
};
