/**
 * The consent of an administrator of a Microsoft directory. Microsoft reports the admission of the app
 * through the browser, where the report can be forged. Therefore the same person signs in, and the platform
 * checks that they are an administrator of that directory. Otherwise any school could read a directory that
 * another one has opened.
 */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Read } from '../directory.ts';
import { ok } from '../directory.ts';
import { createProviderHttp, isClientRefused, type Refused } from '../provider/provider-http.ts';
import { createGraphCalls, type MicrosoftDirectoryDeps } from './microsoft-calls.ts';
import { directoryRolesSchema } from './microsoft-documents.ts';

export type MicrosoftConsent = {
  /** Address where the app is admitted. */
  url: string;
  /** Address where the same person signs in afterwards; no page appears if only one account is signed in. */
  signInUrl: string;
  /** Exchanges the code; true: the person is an administrator of the directory. */
  isAdministrator(code: string): Promise<Read<boolean>>;
};

type Deps = MicrosoftDirectoryDeps & {
  /** Address that the browser returns to. */
  redirectUri: string;
  asked: { state: string; verifier: string };
};

/** Template ids, equal in all directories: global administrators and privileged role administrators. */
const MAY_ADMIT = new Set(['62e90394-69f5-4237-9190-012177145e10', 'e8611ab8-c189-46e8-94e1-60213ab1f814']);

const signedInSchema = v.object({ id_token: v.pipe(v.string(), v.maxLength(32_768)) });
const claimsSchema = v.object({ tid: v.string(), oid: v.pipe(v.string(), v.maxLength(128)) });

export function createMicrosoftConsent(deps: Deps): MicrosoftConsent {
  const { client, tenantId, places, redirectUri, asked } = deps;
  const directory = `${places.login}/${encodeURIComponent(tenantId)}`;
  const shared = { client_id: client.clientId, redirect_uri: redirectUri, state: asked.state };
  const http = createProviderHttp({ ...deps, origins: [new URL(places.login).origin] });
  const { graph, getIndexed } = createGraphCalls(deps);

  async function whoSignedIn(code: string): Promise<Read<{ tid: string; oid: string } | undefined>> {
    const answer = await http.call({
      url: `${directory}/oauth2/v2.0/token`,
      form: {
        grant_type: 'authorization_code',
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uri: redirectUri,
        code,
        code_verifier: asked.verifier,
      },
      schema: signedInSchema,
      signal: new AbortController().signal,
    });
    if (answer.name === 'refused') return refusalOf(answer);
    return answer.name === 'read' ? ok(claimsOf(answer.value.id_token)) : answer;
  }

  return {
    url: `${directory}/adminconsent?${new URLSearchParams(shared)}`,
    signInUrl: `${directory}/oauth2/v2.0/authorize?${new URLSearchParams({
      ...shared,
      response_type: 'code',
      response_mode: 'query',
      scope: 'openid',
      code_challenge: createHash('sha256').update(asked.verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })}`,

    async isAdministrator(code) {
      const who = await whoSignedIn(code);
      if (who.name !== 'read') return who;
      if (who.value?.tid !== tenantId) return ok(false);
      const query = { $select: 'roleTemplateId', $count: 'true' };
      const path = `/users/${encodeURIComponent(who.value.oid)}/memberOf/microsoft.graph.directoryRole`;
      const roles = await getIndexed(graph(path, query), directoryRolesSchema, AbortSignal.timeout(20_000));
      if (roles.name !== 'read') return roles;
      return ok(roles.value.value.some(({ roleTemplateId }) => MAY_ADMIT.has(roleTemplateId ?? '')));
    },
  };
}

/** An invalid code identifies no person; other refusals do not concern the person. */
function refusalOf(refused: Refused): Read<undefined> {
  if (refused.reason === 'invalid_grant') return ok(undefined);
  return isClientRefused(refused)
    ? { name: 'client-refused' }
    : { name: 'rejected', message: refused.message };
}

/** The token came directly from Microsoft over TLS, so its signature needs no check. */
function claimsOf(idToken: string): { tid: string; oid: string } | undefined {
  try {
    const text = Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString();
    const claims = v.safeParse(claimsSchema, JSON.parse(text));
    return claims.success ? claims.output : undefined;
  } catch {
    return undefined;
  }
}
