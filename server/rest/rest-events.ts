/** What the refusals of the REST service say to the security log. */

import { pathOf } from '../http/error-answers.ts';
import type { AnsweredCall } from '../http/note-calls.ts';
import type { SecurityEvent } from '../security-log.ts';

/** Security events for `noteCalls`: calls with a token that is not good, and calls of somebody who may not make them. */
export function restEventOf({ request, status }: AnsweredCall): SecurityEvent | undefined {
  if (status !== 401 && status !== 403) return undefined;
  const { claims } = request;
  return {
    what: status === 401 ? 'token-refused' : 'access-refused',
    reason: 'rest',
    about: `${request.method} ${pathOf(request.url)}`,
    ...(claims && { kind: claims.kind, tenant: claims.tenant, site: claims.site, who: claims.sub }),
  };
}
