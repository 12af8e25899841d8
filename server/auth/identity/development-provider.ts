/**
 * Replaces Google or Microsoft on a developer's machine: a real OpenID provider with the implicit id_token
 * flow, nonce, RS256 and JWKS. Any user can sign in as any account, so it accepts only loopback connections.
 */
import { createHash, hkdfSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JWK } from 'jose';
import type { AdapterFactory, Configuration, Provider } from 'oidc-provider';
import type { Log } from '#base/log.ts';
import type { Addresses } from '#http/addresses.ts';
import { isOwnCall } from '#http/loopback.ts';
import { accountOf } from '#store/seed/demo-accounts.ts';
import { createAccountChooser } from './account-chooser.ts';
import { picturePath } from './account-picture.ts';
import { providerErrorPage } from './chooser-page.ts';
import { loadOidcProvider, type OidcProviderModule } from './load-oidc-provider.ts';
import { setProviderPolicy } from './provider-policy.ts';

export type DevelopmentProvider = {
  issuer: string;
  clientId: string;
  authorizationUrl: string;
  /** `path` begins with the mount, `/google` or `/microsoft`. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
};

export type DevelopmentProviderDeps = {
  name: 'google' | 'microsoft';
  addresses: Addresses;
  privateJwk: JWK;
  /** Stores its sessions. */
  adapter: AdapterFactory;
  log: Log;
};

export async function createDevelopmentProvider(deps: DevelopmentProviderDeps): Promise<DevelopmentProvider> {
  const oidc = await loadOidcProvider();
  const { name, addresses } = deps;
  const mount = `/${name}`;
  const issuer = `${addresses.origin('id')}${mount}`;
  const clientId = `lectern-development-${name}`;
  const provider = new oidc.Provider(issuer, configurationOf(oidc, clientId, deps));
  allowLoopbackRedirects(provider);
  provider.on('server_error', (_ctx, error) => deps.log.error('identity provider failed', { error }));
  const callback = provider.callback();
  const choose = createAccountChooser({ provider, name, addresses });

  return {
    issuer,
    clientId,
    authorizationUrl: `${issuer}/auth`,
    async handle(request, response) {
      if (!isOwnCall(request)) {
        response.writeHead(403).end();
        return;
      }
      response.setHeader('cache-control', 'no-store');
      if (request.url?.startsWith(`${mount}/choose/`)) {
        await choose(request, response);
        return;
      }
      setProviderPolicy(response, addresses);
      // The provider derives its mount from the difference between the two URLs.
      const mounted = request as IncomingMessage & { originalUrl?: string };
      mounted.originalUrl = request.url ?? '';
      request.url = (request.url ?? '').slice(mount.length) || '/';
      await callback(request, response);
    },
  };
}

/** There is one client, the login page, which receives only id tokens. */
function configurationOf(
  oidc: OidcProviderModule,
  clientId: string,
  { name, addresses, privateJwk, adapter }: DevelopmentProviderDeps,
): Configuration {
  const loginOrigin = new URL(addresses.loginUrl).origin;
  return {
    adapter,
    clients: [
      {
        client_id: clientId,
        redirect_uris: [...new Set([`${loginOrigin}/redirect`, `${addresses.origin('login')}/redirect`])],
        response_types: ['id_token'],
        grant_types: ['implicit'],
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'RS256',
      },
    ],
    responseTypes: ['id_token'],
    scopes: ['openid', 'profile', 'email'],
    claims: {
      openid: ['sub'],
      profile: ['name', 'given_name', 'family_name', 'picture', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    // The console reads name, e-mail and picture from the id token, and never calls userinfo.
    conformIdTokenClaims: false,
    jwks: { keys: [{ ...privateJwk, use: 'sig', alg: 'RS256' }] },
    cookies: {
      // Derived from the signing key, so that all processes use the same one.
      keys: [
        Buffer.from(hkdfSync('sha256', privateJwk.d ?? '', '', 'lectern cookies', 32)).toString('base64url'),
      ],
      // Both providers run on one host, so their cookies need different names.
      names: {
        session: `${name}_session`,
        interaction: `${name}_interaction`,
        resume: `${name}_resume`,
      },
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    ttl: { Session: 86_400, Interaction: 3_600, Grant: 86_400, IdToken: 3_600 },
    interactions: {
      policy: choosingPolicy(oidc),
      url: (_ctx, interaction) => `/${name}/choose/${interaction.uid}`,
    },
    // The platform is the only client and needs no consent.
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? clientId,
        accountId: ctx.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => claimsOf(name, id, addresses) }),
    renderError(ctx, out) {
      const styleNonce = setProviderPolicy(ctx.res, addresses);
      ctx.type = 'html';
      ctx.body = providerErrorPage(out.error_description ?? out.error, styleNonce);
    },
  };
}

/** Shows the chooser, unless the request forbids it (`prompt=none`) or hints at the signed-in account. */
function choosingPolicy({ interactionPolicy }: OidcProviderModule) {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));
  policy.get('login')?.checks.add(
    new interactionPolicy.Check('choose', 'An account has to be chosen', (ctx) => {
      const { oidc } = ctx;
      if (oidc.result?.login || oidc.prompts.has('none')) return interactionPolicy.Check.NO_NEED_TO_PROMPT;
      const hint = oidc.params?.login_hint;
      return typeof hint === 'string' && hint.toLowerCase() === oidc.session?.accountId
        ? interactionPolicy.Check.NO_NEED_TO_PROMPT
        : interactionPolicy.Check.REQUEST_PROMPT;
    }),
  );
  return policy;
}

/**
 * Implicit clients must use https. Loopback redirects are allowed without it, because no other machine can
 * listen there (RFC 8252 §8.3).
 */
function allowLoopbackRedirects(provider: Provider) {
  type Schema = { prototype: { invalidate(message: string, code?: string): void } };
  const schema = (provider.Client as unknown as { Schema: Schema }).Schema.prototype;
  const invalidate = schema.invalidate;
  schema.invalidate = function (message, code) {
    if (code === 'implicit-force-https' || code === 'implicit-forbid-localhost') return;
    invalidate.call(this, message, code);
  };
}

/**
 * A person has the same subject at both providers. As with the real ones, Google provides e-mail and picture,
 * and Microsoft the preferred user name.
 */
function claimsOf(name: 'google' | 'microsoft', email: string, addresses: Addresses) {
  const account = accountOf(email);
  const [given, ...family] = account.name.split(' ');
  const sub = createHash('sha256').update(email).digest('hex').slice(0, 32);
  const common = { sub, name: account.name, given_name: given, family_name: family.join(' ') };
  return name === 'google'
    ? { ...common, email, email_verified: true, picture: `${addresses.origin('id')}${picturePath(email)}` }
    : { ...common, preferred_username: email };
}
