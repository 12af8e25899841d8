/**
 * The consent of an administrator to read a directory. The request carries a state and a proof key, and only
 * the same session can deliver its answer. A test follows; then the granted access is used once. Access never
 * leaves the platform, because the browser receives only an encrypted token that refers to it.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Encryption } from '#auth/secrets/encryption.ts';
import { hashSecret } from '#base/secrets.ts';
import { AppError } from '#protocol/app-error.ts';
import { type Clock, systemClock } from '#protocol/clock.ts';
import { type Fetch, globalFetch } from '#protocol/json-request.ts';
import type { ConsentAnswer, ConsentBegun, ConsentBody } from '#protocol/rest/integration.ts';
import type { Database } from '#store/database.ts';
import {
  type ConsentOwner,
  type ConsentRow,
  createDirectoryConsentRows,
} from '#store/integrations/directory-consents.ts';
import type { Access, Providers } from '../directories.ts';
import { createGoogleConsent, newQuestion } from '../google/google-consent.ts';
import { createMicrosoftConsent } from '../microsoft/microsoft-consent.ts';
import { consentFailure, notGiven, notSetUp } from './consent-failure.ts';

/** Granted access. `tested` is the configuration of the last successful test. */
export type Given = { access: Access; tested: unknown };

export type DirectoryConsent = {
  begin(owner: ConsentOwner, body: ConsentBody): Promise<ConsentBegun>;
  /** Next address of a window that returns from the provider; undefined: the consent is complete. */
  nextStep(state: string): Promise<string | undefined>;
  /** Returns a `tempToken`. Throws `AppError` where no access was granted. */
  finish(owner: ConsentOwner, id: string, answer: ConsentAnswer): Promise<string>;
  /** Undefined: the access does not exist (any more). */
  given(owner: ConsentOwner, tempToken: string): Promise<Given | undefined>;
  noteTest(owner: ConsentOwner, tempToken: string, config: object): Promise<void>;
  /** Uses the access in the caller's transaction; afterwards the token is invalid. */
  take(trx: Kysely<Database>, owner: ConsentOwner, tempToken: string): Promise<Given | undefined>;
};

export type DirectoryConsentDeps = {
  db: Kysely<Database>;
  encryption: Encryption;
  providers: Providers;
  /** Address on the login host, which all tenants share, because it is registered with the providers. */
  redirectUri: string;
  fetch?: Fetch;
  clock?: Clock;
  /** See `removal-clock.ts`. */
  removalClock: () => number;
};

/** The administrator needs time at the provider and for the form. */
const TTL_MS = 20 * 60_000;

export function createDirectoryConsent(deps: DirectoryConsentDeps): DirectoryConsent {
  const { db, encryption, providers, redirectUri, fetch = globalFetch, clock = systemClock } = deps;
  const rows = createDirectoryConsentRows(db);
  const now = () => new Date(clock.now());
  const purpose = (what: string, id: string) => `directory consent ${id} ${what}`;
  const tokenPurpose = ({ tenant, tutorId, session }: ConsentOwner) =>
    `temporary token of ${tenant}/${tutorId}/${session}`;
  const idOf = (owner: ConsentOwner, tempToken: string) =>
    encryption.decrypt(tokenPurpose(owner), tempToken) ?? '';

  function googleOf({ config, asked }: Question) {
    if (!providers.google) throw notSetUp('Google');
    const { adminEmail = '' } = config;
    return createGoogleConsent({ ...providers.google, redirectUri, adminEmail, asked, fetch, clock });
  }
  function microsoftOf({ config, asked }: Question) {
    if (!providers.microsoft) throw notSetUp('Microsoft');
    const { tenantId = '' } = config;
    return createMicrosoftConsent({ ...providers.microsoft, redirectUri, tenantId, asked, fetch, clock });
  }
  const questionOf = (row: ConsentRow, state: string): Question => ({
    config: row.config as Question['config'],
    asked: { state, verifier: encryption.decrypt(purpose('verifier', row.id), row.verifier) ?? '' },
  });

  /** The part of the answer to store: a refresh token of Google; nothing for Microsoft. */
  async function redeem(row: ConsentRow, { state, code = '' }: ConsentAnswer): Promise<string | null> {
    if (row.service === 'google') {
      const granted = await googleOf(questionOf(row, state)).redeem(code);
      if (granted.name !== 'read') throw consentFailure('Google', granted);
      return encryption.encrypt(purpose('secret', row.id), granted.value.refreshToken);
    }
    const answer = await microsoftOf(questionOf(row, state)).isAdministrator(code);
    if (answer.name !== 'read') throw consentFailure('Microsoft', answer);
    if (!answer.value)
      throw notGiven('Whoever signed in is no global administrator of the directory with this id.');
    return null;
  }

  function givenBy(row: ConsentRow | undefined): Given | undefined {
    if (!row?.granted) return undefined;
    const { tested } = row;
    if (row.service === 'microsoft') {
      const { tenantId } = row.config as Question['config'];
      return { access: { service: 'microsoft', tenantId: tenantId ?? '' }, tested };
    }
    const refreshToken = encryption.decrypt(purpose('secret', row.id), row.secret ?? '');
    return refreshToken === undefined ? undefined : { access: { service: 'google', refreshToken }, tested };
  }

  return {
    async begin(owner, { service, config: { tempToken: _unused, ...config } }) {
      const { state: random, verifier } = newQuestion();
      // The login host reads the tenant from the state, to redirect the window to its console.
      const asked = { state: `${owner.tenant}.${random}`, verifier };
      const { url } = (service === 'google' ? googleOf : microsoftOf)({ config, asked });
      const id = randomUUID();
      const consent = {
        id,
        service,
        config,
        state_hash: hashSecret(asked.state),
        verifier: encryption.encrypt(purpose('verifier', id), verifier),
        expires_at: new Date(clock.now() + TTL_MS),
      };
      await rows.removeOver(new Date(deps.removalClock()));
      await rows.add(owner, consent);
      return { id, url, state: asked.state };
    },

    async nextStep(state) {
      const row = await rows.byState(hashSecret(state), now());
      return row?.service === 'microsoft' ? microsoftOf(questionOf(row, state)).signInUrl : undefined;
    },

    async finish(owner, id, answer) {
      const row = await rows.find(owner, id, now());
      if (!row || row.granted || row.state_hash !== hashSecret(answer.state))
        throw new AppError('not-found', 'This consent is over. Give it again.');
      const { error, error_description, code } = answer;
      if (error !== undefined) throw notGiven(error_description || error);
      if (code === undefined) throw notGiven('The answer holds no code.');
      const secret = await redeem(row, answer);
      if (!(await rows.grant(owner, id, secret)))
        throw new AppError('not-found', 'This consent is over. Give it again.');
      return encryption.encrypt(tokenPurpose(owner), id);
    },

    given: async (owner, tempToken) => givenBy(await rows.find(owner, idOf(owner, tempToken), now())),
    noteTest: (owner, tempToken, config) => rows.noteTest(owner, idOf(owner, tempToken), config),
    take: async (trx, owner, tempToken) =>
      givenBy(await createDirectoryConsentRows(trx).take(owner, idOf(owner, tempToken), now())),
  };
}

type Question = {
  config: { adminEmail?: string; tenantId?: string };
  asked: { state: string; verifier: string };
};
