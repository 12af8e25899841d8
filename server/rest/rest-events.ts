/** Security events from rejections of the REST service. */

import type { SecurityEvent } from '#base/security-log.ts';
import { pathOf } from '#http/error-answers.ts';
import type { AnsweredCall } from '#http/note-calls.ts';

/** Security events for `noteCalls`: calls with an invalid token, and calls that the caller may not make. */
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
