/**
 * Encrypts secrets that the platform has to read back from the database (AES-256-GCM). Secrets that are only
 * compared are hashed instead, see secrets.ts. The key is outside the database: `LECTERN_KEY`, or a file in
 * the data folder that is created at the first start. After `npm run renew-secrets` a new key may be used,
 * because it renews everything that is encrypted here (renew-secrets.ts).
 */
import { type Kysely, sql } from 'kysely';
import { seal, unseal } from '#base/secrets.ts';
import { StartFailure } from '#base/start-failure.ts';
import type { Database } from '#store/database.ts';
import { encryptionKeyId, makeKeyFile, readKeyFile } from './encryption-key.ts';

export type Encryption = {
  /** `purpose` names the kind and owner, such as `signing key access.x`; decryption needs the same one. */
  encrypt(purpose: string, text: string): string;
  /** Undefined: damaged, or encrypted for another purpose. */
  decrypt(purpose: string, encrypted: string): string | undefined;
};

export type EncryptionDeps = {
  db: Kysely<Database>;
  /** The 32 bytes of `LECTERN_KEY`; undefined: the key comes from `keyFile`. */
  key: Buffer | undefined;
  /** An absolute path. The file is created if the database has no key id yet. */
  keyFile: string;
  /** Receives a line for the operator. */
  warn?: ((line: string) => void) | undefined;
};

export function createEncryption(key: Buffer): Encryption {
  const secret = key.toString('base64url');
  return {
    encrypt: (purpose, text) => seal(secret, text, purpose),
    decrypt: (purpose, encrypted) => unseal(secret, encrypted, purpose),
  };
}

/** Throws `StartFailure`, without any change, if the key is missing, damaged or a different one. */
export function openEncryption({ db, key, keyFile, warn }: EncryptionDeps): Promise<Encryption> {
  return db.transaction().execute(async (trx) => {
    // Processes that start together on a new database must agree on one key.
    await sql`lock table encryption_keys`.execute(trx);
    const known = await trx.selectFrom('encryption_keys').select('id').executeTakeFirst();
    const found = key ?? (await readKeyFile(keyFile, warn));
    if (found === undefined && known) throw missing(keyFile);
    const own = found ?? (await makeKeyFile(keyFile));
    const id = encryptionKeyId(own);
    if (known === undefined) await trx.insertInto('encryption_keys').values({ id }).execute();
    else if (known.id !== id) throw other(key ? 'LECTERN_KEY' : keyFile);
    return createEncryption(own);
  });
}

const LOST = 'If it is lost, npm run renew-secrets makes new keys.';

const missing = (keyFile: string) =>
  new StartFailure(
    `The keys in the database are encrypted, and ${keyFile} is missing: put it back from your backup, or set LECTERN_KEY to the key that was used. ${LOST}`,
  );

const other = (name: string) =>
  new StartFailure(
    `${name} is not the key that the database was encrypted with: put that one back, from your backup or from the machine that shares this database. Nothing was changed. ${LOST}`,
  );
