/**
 * How an administrator lets the platform into a directory: a question with a state and a proof key, an answer that only
 * the session which asked can bring, a test, and what was given, which is used once. None of it leaves the platform: a
 * browser gets a sealed name of it.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import { type Clock, systemClock } from '#protocol/clock.ts';
import { type Fetch, globalFetch } from '#protocol/json-request.ts';
import type { ConsentAnswer, ConsentBegun, ConsentBody } from '#protocol/rest/integration.ts';
import type { Encryption } from '../../auth/secrets/encryption.ts';
import { hashSecret } from '../../auth/secrets/secrets.ts';
import type { Database } from '../../store/database.ts';
import {
  type ConsentOwner,
  type ConsentRow,
  createDirectoryConsentRows,
} from '../../store/integrations/directory-consents.ts';
import type { Access, Providers } from '../directories.ts';
import { createGoogleConsent, newQuestion } from '../google/google-consent.ts';
import { createMicrosoftConsent } from '../microsoft/microsoft-consent.ts';
import { consentFailure, notGiven, notSetUp } from './consent-failure.ts';

/** What a consent gives: `tested` is the configuration of the last test that has succeeded. */
export type Given = { access: Access; tested: unknown };

export type DirectoryConsent = {
  begin(owner: ConsentOwner, body: ConsentBody): Promise<ConsentBegun>;
  /** Where a window goes on that comes back from the provider; undefined: it has come back for good. */
  nextStep(state: string): Promise<string | undefined>;
  /** Answers a `tempToken`. Throws `AppError` where nothing was given. */
  finish(owner: ConsentOwner, id: string, answer: ConsentAnswer): Promise<string>;
  /** Undefined: there is none (any more). */
  given(owner: ConsentOwner, tempToken: string): Promise<Given | undefined>;
  noteTest(owner: ConsentOwner, tempToken: string, config: object): Promise<void>;
  /** In the transaction that uses what was given; afterwards the token is worth nothing. */
  take(trx: Kysely<Database>, owner: ConsentOwner, tempToken: string): Promise<Given | undefined>;
};

export type DirectoryConsentDeps = {
  db: Kysely<Database>;
  encryption: Encryption;
  providers: Providers;
  /** Of the login host, which all tenants share: it is registered with the providers. */
  redirectUri: string;
  fetch?: Fetch;
  clock?: Clock;
  /** As in `removal-clock.ts`. */
  removalClock: () => number;
};

/** A person may take a while at the provider, and with the form. */
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

  /** What is kept of the answer: a secret of Google; Microsoft gives none. */
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
      // The login host reads from it whose console the window goes back to.
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
