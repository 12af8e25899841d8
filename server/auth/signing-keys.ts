/** Keys that outlive a restart, one of each purpose, made when first asked for. */
import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { toJson } from '../store/database.ts';

/** `access`: the platform's own tokens; the others belong to the development identity provider. */
export type KeyPurpose = 'access' | 'google' | 'microsoft';
export type StoredKey = { kid: string; privateJwk: JWK; publicJwk: JWK };

/** External providers are spoken to in RS256 (part 1 §2); our own tokens are smaller in ES256. */
const algorithmOf = (purpose: KeyPurpose) => (purpose === 'access' ? 'ES256' : 'RS256');

/** All keys of a purpose that are not retired, oldest first: every process signs with the first one. */
export async function readSigningKeys(db: Kysely<Database>, purpose: KeyPurpose): Promise<StoredKey[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .selectAll()
    .where('kid', 'like', `${purpose}.%`)
    .where('retired_at', 'is', null)
    .orderBy('created_at')
    .orderBy('kid')
    .execute();
  return rows.map((row) => ({
    kid: row.kid,
    privateJwk: row.private_jwk as JWK,
    publicJwk: row.public_jwk as JWK,
  }));
}

/** Like `readSigningKeys`, but there is always at least one. */
export async function ensureSigningKeys(
  db: Kysely<Database>,
  purpose: KeyPurpose,
): Promise<[StoredKey, ...StoredKey[]]> {
  const present = await readSigningKeys(db, purpose);
  if (present.length === 0) await makeKey(db, purpose);
  const [first, ...rest] = present.length > 0 ? present : await readSigningKeys(db, purpose);
  if (first === undefined) throw new Error(`The key for ${purpose} could not be kept`);
  return [first, ...rest];
}

async function makeKey(db: Kysely<Database>, purpose: KeyPurpose): Promise<void> {
  const alg = algorithmOf(purpose);
  const kid = `${purpose}.${randomBytes(9).toString('base64url')}`;
  const pair = await generateKeyPair(alg, { extractable: true });
  const privateJwk = { ...(await exportJWK(pair.privateKey)), kid, alg, use: 'sig' };
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' };
  await db
    .insertInto('signing_keys')
    .values({ kid, private_jwk: toJson(privateJwk), public_jwk: toJson(publicJwk) })
    .execute();
}
