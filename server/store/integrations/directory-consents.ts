/** Consents to read a directory, from the request until the integration is saved. */
import type { Kysely, Selectable } from 'kysely';
import { type Database, toJson } from '../database.ts';
import type { DirectoryConsentTable } from '../tables/admin-tables.ts';

/** Owner of a consent: only the same tutor in the same session can continue with it. */
export type ConsentOwner = { tenant: string; tutorId: string; session: string };
export type ConsentRow = Selectable<DirectoryConsentTable>;
type NewConsent = Omit<ConsentRow, 'tenant' | 'tutor_id' | 'session' | 'granted' | 'secret' | 'tested'>;

export type DirectoryConsents = {
  add(owner: ConsentOwner, consent: NewConsent): Promise<void>;
  /** Undefined after the consent was granted. */
  byState(stateHash: string, now: Date): Promise<ConsentRow | undefined>;
  find(owner: ConsentOwner, id: string, now: Date): Promise<ConsentRow | undefined>;
  /** False: it was granted before. */
  grant(owner: ConsentOwner, id: string, secret: string | null): Promise<boolean>;
  noteTest(owner: ConsentOwner, id: string, config: object): Promise<void>;
  /** Removes and returns the consent, because it can be used once only. */
  take(owner: ConsentOwner, id: string, now: Date): Promise<ConsentRow | undefined>;
  removeOver(now: Date): Promise<void>;
};

export function createDirectoryConsentRows(db: Kysely<Database>): DirectoryConsents {
  const mine = ({ tenant, tutorId, session }: ConsentOwner, id: string) =>
    ({ tenant, tutor_id: tutorId, session, id }) as const;

  const rows: DirectoryConsents = {
    async add({ tenant, tutorId, session }, consent) {
      await db
        .insertInto('directory_consents')
        .values({ tenant, tutor_id: tutorId, session, ...consent, config: toJson(consent.config) })
        .execute();
    },

    byState: (stateHash, now) =>
      db
        .selectFrom('directory_consents')
        .selectAll()
        .where('state_hash', '=', stateHash)
        .where('granted', '=', false)
        .where('expires_at', '>', now)
        .executeTakeFirst(),

    find: (owner, id, now) =>
      db
        .selectFrom('directory_consents')
        .selectAll()
        .where((where) => where.and(mine(owner, id)))
        .where('expires_at', '>', now)
        .executeTakeFirst(),

    async grant(owner, id, secret) {
      const { numUpdatedRows } = await db
        .updateTable('directory_consents')
        .set({ granted: true, secret })
        .where((where) => where.and(mine(owner, id)))
        .where('granted', '=', false)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async noteTest(owner, id, config) {
      await db
        .updateTable('directory_consents')
        .set({ tested: toJson(config) })
        .where((where) => where.and(mine(owner, id)))
        .execute();
    },

    take: (owner, id, now) =>
      db
        .deleteFrom('directory_consents')
        .where((where) => where.and(mine(owner, id)))
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst(),

    async removeOver(now) {
      await db.deleteFrom('directory_consents').where('expires_at', '<=', now).execute();
    },
  };
  return rows;
}
