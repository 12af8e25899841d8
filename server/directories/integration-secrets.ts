/** Encrypted credentials of directories. Only this file reads them, and no response contains them. */

import type { Kysely } from 'kysely';
import type { Encryption } from '#auth/secrets/encryption.ts';
import type { Database } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';

type IntegrationKey = { tenant: string; integrationId: string };

export type IntegrationSecrets = {
  /** Undefined: there is no secret, or it cannot be decrypted. */
  read(key: IntegrationKey): Promise<string | undefined>;
  /** Replaces the previous secret. */
  keep(key: IntegrationKey, secret: string): Promise<void>;
};

const purposeOf = ({ tenant, integrationId }: IntegrationKey) => `integration ${tenant}/${integrationId}`;

export function createIntegrationSecrets(db: Kysely<Database>, encryption: Encryption): IntegrationSecrets {
  return {
    async read(key) {
      const row = await inTenant(db, key.tenant)
        .selectFrom('integration_secrets')
        .select('encrypted')
        .where('integration_id', '=', key.integrationId)
        .executeTakeFirst();
      return row && encryption.decrypt(purposeOf(key), row.encrypted);
    },

    async keep(key, secret) {
      const encrypted = encryption.encrypt(purposeOf(key), secret);
      await db
        .insertInto('integration_secrets')
        .values({ tenant: key.tenant, integration_id: key.integrationId, encrypted })
        .onConflict((at) =>
          at.columns(['tenant', 'integration_id']).doUpdateSet({ encrypted, updated_at: new Date() }),
        )
        .execute();
    },
  };
}
