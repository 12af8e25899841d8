/** The security-log event of each answer of the auth service. */
import { decodeJwt } from 'jose';
import * as v from 'valibot';
import type { SecurityEvent, SecurityEventName } from '#base/security-log.ts';
import type { AnsweredCall } from '#http/note-calls.ts';

/** The events of a route: for a success, for a 401 and for any other refusal. */
const EVENTS: Record<
  string,
  { ok?: SecurityEventName; unauthorized: SecurityEventName; refused: SecurityEventName }
> = {
  '/sites': { unauthorized: 'sign-in-refused', refused: 'sign-in-refused' },
  '/login': { ok: 'signed-in', unauthorized: 'sign-in-refused', refused: 'sign-in-refused' },
  '/sign-ins': { unauthorized: 'sign-in-refused', refused: 'sign-in-refused' },
  '/hand-overs': { unauthorized: 'sign-in-refused', refused: 'sign-in-refused' },
  '/hand-overs/redeem': {
    ok: 'signed-in',
    unauthorized: 'hand-over-refused',
    refused: 'hand-over-refused',
  },
  '/session-end': { unauthorized: 'token-refused', refused: 'token-refused' },
  '/refresh': { unauthorized: 'refresh-refused', refused: 'refresh-refused' },
  '/lms-actions/create-admin': {
    ok: 'administrator-made',
    unauthorized: 'sign-in-refused',
    refused: 'sign-in-refused',
  },
  '/devices/site': { unauthorized: 'secret-refused', refused: 'enrolment-refused' },
  '/devices/login': { ok: 'enrolled', unauthorized: 'secret-refused', refused: 'enrolment-refused' },
  '/runners/login': { ok: 'enrolled', unauthorized: 'secret-refused', refused: 'enrolment-refused' },
  '/peer-tickets': { unauthorized: 'token-refused', refused: 'access-refused' },
};

/** Error codes that have an event of their own, independent of the route. */
const EVENT_OF_CODE: Record<string, SecurityEventName> = {
  'other-account': 'account-refused',
  'wrong-set-up-code': 'set-up-code-refused',
};

const answerSchema = v.object({
  code: v.optional(v.string()),
  accessToken: v.optional(v.string()),
  tutorId: v.optional(v.string()),
});
const bodySchema = v.object({ hostname: v.optional(v.string()) });

/** For `noteCalls`. Malformed requests and failures of the platform produce no event. */
export function authEventOf({ request, route, status, body }: AnsweredCall): SecurityEvent | undefined {
  const events = EVENTS[route];
  const answer = v.parse(answerSchema, body);
  if (events === undefined || status >= 500) return undefined;
  if (status < 400) {
    if (events.ok === undefined) return undefined;
    return {
      what: events.ok,
      reason: wordOf(route),
      ...whoIs(answer.accessToken, answer.tutorId),
      ...hostOf(request),
    };
  }
  const isRefusal = status === 401 || status === 403 || answer.code?.startsWith('credential-');
  if (!isRefusal) return undefined;
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return {
    what: EVENT_OF_CODE[answer.code ?? ''] ?? (status === 401 ? events.unauthorized : events.refused),
    reason: wordOf(route),
    ...whoIs(bearer ?? idTokenOf(request)),
    ...hostOf(request),
  };
}

/** `/devices/login` becomes `devices-login`. */
const wordOf = (route: string) => route.slice(1).replaceAll('/', '-');

const hostOf = ({ body }: AnsweredCall['request']) => {
  const read = v.safeParse(bodySchema, body);
  return read.success && read.output.hostname !== undefined ? { about: read.output.hostname } : {};
};

/** The first administrator's ID token is sent in the body. */
const idTokenOf = ({ body }: AnsweredCall['request']) => {
  const read = v.safeParse(v.object({ data: v.string() }), body);
  return read.success ? read.output.data : undefined;
};

const claimsSchema = v.object({
  kind: v.optional(v.picklist(['tutor', 'device', 'runner'])),
  tenant: v.optional(v.string()),
  site: v.optional(v.string()),
  email: v.optional(v.string()),
  preferred_username: v.optional(v.string()),
  sub: v.optional(v.string()),
});

/** The identity that a token claims, whether the token is valid or not. */
function whoIs(
  token: string | undefined,
  known?: string,
): Pick<SecurityEvent, 'who' | 'kind' | 'tenant' | 'site'> {
  const read = v.safeParse(claimsSchema, claimsOf(token));
  if (!read.success) return { who: known };
  const { kind, tenant, site, email, preferred_username, sub } = read.output;
  return {
    who: known ?? email ?? preferred_username ?? sub,
    kind,
    site,
    ...(tenant !== undefined && { tenant }),
  };
}

function claimsOf(token: string | undefined): unknown {
  try {
    return token === undefined ? undefined : decodeJwt(token);
  } catch {
    return undefined;
  }
}
