/** Validates the identity provider's response (state, structure, nonce), and exchanges it for a ticket. */
import * as v from 'valibot';
import { parsedJson } from '#domain/parsed-json.ts';
import { isAppError } from '#protocol/app-error.ts';
import { serverText } from '#protocol/json-request.ts';
import type { AuthService } from '#session/auth-service.ts';
import { type IdTokenStore, readIdToken } from './id-token.ts';
import type { IdentityRequest, IdentityRequests } from './identity-requests.ts';
import { m } from './messages.ts';

/** Id of the JSON data block that the platform adds to the page. */
export const ANSWER_ELEMENT_ID = 'lectern-idp-response';

const answerSchema = v.object({
  id_token: v.optional(v.nullable(v.string())),
  state: v.optional(v.nullable(v.string())),
  error: v.optional(v.nullable(v.string())),
  error_description: v.optional(v.nullable(v.string())),
});

export type AnswerOutcome = { name: 'accepted' } | { name: 'refused'; text: string };

/**
 * Stores the ticket of a valid response, or reports the error to the other window. `text`: the data block.
 */
export async function acceptAnswer(
  text: string | null | undefined,
  deps: {
    requests: IdentityRequests;
    tokens: IdTokenStore;
    /** The auth service of the request's tenant. */
    authAt: (tenant: IdentityRequest['tenant']) => Pick<AuthService, 'signIn'>;
  },
): Promise<AnswerOutcome> {
  const parsed = v.safeParse(answerSchema, parsedJson(text ?? 'null'));
  const answer = parsed.success ? parsed.output : {};
  const request = answer.state ? deps.requests.take(answer.state) : undefined;
  if (!request) return { name: 'refused', text: m.unknownRequest };

  const refuse = (reason: string): AnswerOutcome => {
    deps.requests.reportError(request.state, reason);
    return { name: 'refused', text: reason };
  };
  if (answer.error) {
    if (answer.error === 'access_denied') return refuse(m.cancelled);
    return refuse(m.providerError({ detail: answer.error_description || answer.error }));
  }
  const token = answer.id_token ?? '';
  const claims = readIdToken(token);
  if (!claims) return refuse(m.credentialFormat);
  if (claims.nonce !== request.nonce) return refuse(m.credentialNonce);
  try {
    const { ticket } = await deps.authAt(request.tenant).signIn(token, request.verifier);
    if (!deps.tokens.write(ticket)) return refuse(m.siteDataFull);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return refuse(error.code === 'unreachable' ? m.unreachable : (serverText(error) ?? error.message));
  }
  return { name: 'accepted' };
}
