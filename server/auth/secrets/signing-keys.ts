/** Signing keys that survive a restart, created on first use. Private keys are encrypted. */
import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { type Kysely, sql } from 'kysely';
import { StartFailure } from '#base/start-failure.ts';
import type { Database } from '#store/database.ts';
import { toJson } from '#store/database.ts';
import type { Encryption } from './encryption.ts';

/**
 * `access`: the platform's own tokens. `extension`: the packages of the Chrome extension, whose id follows
 * from this key. The others belong to the development identity provider.
 */
export type KeyPurpose = 'access' | 'extension' | 'google' | 'microsoft';
export type StoredKey = { kid: string; privateJwk: JWK; publicJwk: JWK };

export type SigningKeys = {
  /** All keys of a purpose that are not retired, oldest first. Every process signs with the first one. */
  read(purpose: KeyPurpose): Promise<StoredKey[]>;
  /** Like `read`, but creates a key if there is none. Processes that call this together create one key. */
  ensure(purpose: KeyPurpose): Promise<[StoredKey, ...StoredKey[]]>;
};

export type SigningKeysDeps = { db: Kysely<Database>; encryption: Encryption };

/** External providers and Chrome use RS256; the platform's own tokens are smaller with ES256. */
const algorithmOf = (purpose: KeyPurpose) => (purpose === 'access' ? 'ES256' : 'RS256');
const encryptedAs = (kid: string) => `signing key ${kid}`;

export const PLAIN_KEYS_LINE =
  'The keys and secrets of this database are from a version that stored them in plain text. Copies may remain in its files and in backups: stop the platform and run npm run renew-secrets, which makes new ones.';

/** True if a signing key is older than the database's encryption; new signing keys end this. */
export async function werePlain(db: Kysely<Database>): Promise<boolean> {
  const plain = await db
    .selectFrom('signing_keys')
    .select('kid')
    .where('created_at', '<', (of) =>
      of.selectFrom('encryption_keys').select((row) => row.fn.min('created_at').as('at')),
    )
    .executeTakeFirst();
  return plain !== undefined;
}

/** Opens the signing keys, and encrypts keys that earlier versions stored in plain text. */
export async function openSigningKeys(deps: SigningKeysDeps): Promise<SigningKeys> {
  const { db, encryption } = deps;
  const plain = await db
    .selectFrom('signing_keys')
    .select(['kid', 'private_jwk'])
    .where('private_jwk', 'is not', null)
    .execute();
  for (const { kid, private_jwk } of plain) {
    const encrypted_jwk = encryption.encrypt(encryptedAs(kid), toJson(private_jwk));
    await db
      .updateTable('signing_keys')
      .set({ encrypted_jwk, private_jwk: null })
      .where('kid', '=', kid)
      .where('private_jwk', 'is not', null)
      .execute();
  }
  const read = (purpose: KeyPurpose) => readKeys(deps, purpose);
  return {
    read,
    async ensure(purpose) {
      const present = await read(purpose);
      if (present.length === 0) await makeKey(deps, purpose);
      const [first, ...rest] = present.length > 0 ? present : await read(purpose);
      if (first === undefined) throw new Error(`The key for ${purpose} could not be kept`);
      return [first, ...rest];
    },
  };
}

async function readKeys({ db, encryption }: SigningKeysDeps, purpose: KeyPurpose): Promise<StoredKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['kid', 'encrypted_jwk', 'public_jwk'])
    .where('kid', 'like', `${purpose}.%`)
    .where('retired_at', 'is', null)
    .orderBy('created_at')
    .orderBy('kid')
    .execute();
  return rows.map(({ kid, encrypted_jwk, public_jwk }) => {
    const text = encryption.decrypt(encryptedAs(kid), encrypted_jwk ?? '');
    if (text === undefined) {
      throw new StartFailure(
        `The signing key ${kid} in the database is damaged: put the database back from your backup, or make new keys with npm run renew-secrets.`,
      );
    }
    return { kid, privateJwk: JSON.parse(text) as JWK, publicJwk: public_jwk as JWK };
  });
}

async function makeKey({ db, encryption }: SigningKeysDeps, purpose: KeyPurpose): Promise<void> {
  const alg = algorithmOf(purpose);
  const kid = `${purpose}.${randomBytes(9).toString('base64url')}`;
  const pair = await generateKeyPair(alg, { extractable: true });
  const privateJwk = { ...(await exportJWK(pair.privateKey)), kid, alg, use: 'sig' };
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' };
  const encrypted_jwk = encryption.encrypt(encryptedAs(kid), toJson(privateJwk));
  await db.transaction().execute(async (trx) => {
    await sql`lock table signing_keys`.execute(trx);
    // Another process may have created the key in the meantime.
    if ((await readKeys({ db: trx, encryption }, purpose)).length > 0) return;
    await trx
      .insertInto('signing_keys')
      .values({ kid, private_jwk: null, encrypted_jwk, public_jwk: toJson(publicJwk) })
      .execute();
  });
}
