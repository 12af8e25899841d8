/** Dependencies that the routes of the admin realm share. */

import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Encryption } from '#auth/secrets/encryption.ts';
import type { Change } from '#base/changes.ts';
import type { MakeRateLimit } from '#base/rate-limit.ts';
import type { SecurityLog } from '#base/security-log.ts';
import type { DirectoryConsent } from '#directories/consent/directory-consent.ts';
import type { Directories } from '#directories/directories.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Deployment } from '#protocol/rest/deployment.ts';
import type { Database } from '#store/database.ts';
import type { Permissions } from '#store/permissions/permissions.ts';
import type { Syncs } from '../../sync/syncs.ts';
import type { Announce } from '../announce.ts';
import type { Callers } from '../caller.ts';
import type { Administrator } from './administrators.ts';

export type AdminDeps = {
  db: Kysely<Database>;
  callers: Callers;
  permissions: Permissions;
  encryption: Encryption;
  security: Pick<SecurityLog, 'note'>;
  /** Information for administrators who deploy devices. */
  deployment(tenant: string): Promise<Deployment>;
  publish(change: Change): void;
  /** Ends a session immediately, in every process. */
  endFamily(tenant: string, family: string): Promise<void>;
  syncs: Syncs;
  directories: Directories;
  consents: DirectoryConsent;
  clock: () => EpochMs;
  rateLimit: MakeRateLimit;
};

export type AdminScope = AdminDeps & {
  administrator(request: FastifyRequest): Administrator;
  announce: Announce;
};
