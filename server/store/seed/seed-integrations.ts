import type { Transaction } from 'kysely';
import type { Database } from '../database.ts';
import { toJson } from '../database.ts';
import { insertAll } from './insert-all.ts';

export const DEMO_DIRECTORY = 'demo-directory';
/** Read from the Google stand-in that the platform starts on a developer's machine. */
export const DEMO_GOOGLE = 'google-schools';
const HOUR_MS = 3_600_000;

/** Inserts directories, and the jobs that import from them. */
export async function seedIntegrations(trx: Transaction<Database>, tenant: string): Promise<void> {
  await insertAll(trx, 'integrations', [
    {
      tenant,
      id: DEMO_DIRECTORY,
      name: 'Demo directory',
      service: 'internal',
      disabled: false,
      config: toJson({ domain: 'demo.example' }),
    },
    {
      tenant,
      id: DEMO_GOOGLE,
      name: 'Google for schools',
      service: 'google',
      disabled: false,
      config: toJson({ domain: 'riverside.example', adminEmail: 'admin@demo.example' }),
    },
    {
      tenant,
      id: 'microsoft-campus',
      name: 'Microsoft campus',
      service: 'microsoft',
      disabled: true,
      config: toJson({ tenantId: '7f0c2a52-5d0e-4f2a-9a55-1f2f4c0c9f10' }),
    },
  ]);
  const ran = (hoursAgo: number) => new Date(Date.now() - hoursAgo * HOUR_MS);
  const job = { tenant, integration_id: DEMO_GOOGLE, frequency: 12, tag_id: null };
  const success = toJson({ success: true });
  await insertAll(trx, 'sync_jobs', [
    {
      ...job,
      id: 'sync-users',
      name: 'Riverside students',
      site_id: 'riverside',
      enabled: true,
      last_ran: ran(3),
      merge_status: success,
      directory_settings: toJson({ ou: '/Students', recursive: true }),
      import_settings: toJson({ users: {} }),
    },
    {
      ...job,
      id: 'sync-devices',
      name: 'Riverside devices',
      site_id: 'riverside',
      enabled: true,
      last_ran: ran(4),
      merge_status: success,
      directory_settings: toJson({ ou: '/Devices', recursive: true }),
      import_settings: toJson({ devices: {} }),
    },
    {
      ...job,
      id: 'sync-riverside-classes',
      name: 'Riverside classes',
      site_id: 'riverside',
      enabled: true,
      last_ran: ran(5),
      merge_status: success,
      directory_settings: toJson({ teacherEmail: 'teacher@demo.example', recursive: true }),
      import_settings: toJson({
        groups: { permissions: true, memberPermissions: false, definitionName: 'userGroup' },
      }),
    },
    {
      ...job,
      id: 'sync-tutors',
      name: 'Hillcrest tutors',
      site_id: 'hillcrest',
      enabled: false,
      last_ran: ran(30),
      merge_status: toJson({ success: false, humanError: 'The folder /Hillcrest/Staff was not found' }),
      directory_settings: toJson({ ou: '/Hillcrest/Staff', recursive: true }),
      import_settings: toJson({ tutors: { roles: ['consoleUser'] } }),
    },
    {
      ...job,
      id: 'sync-classes',
      name: 'Hillcrest classes',
      site_id: 'hillcrest',
      enabled: false,
      last_ran: null,
      merge_status: null,
      directory_settings: toJson({ teacherEmail: 'teacher@demo.example', recursive: true }),
      import_settings: toJson({
        groups: { permissions: true, memberPermissions: false, definitionName: 'userGroup' },
      }),
    },
  ]);
}
