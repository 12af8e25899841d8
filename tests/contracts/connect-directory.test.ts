/** The directory of a school is connected by a command, against what stands in for the providers. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connection, connectDirectory } from '../../scripts/directories/connect.ts';
import { createEncryption } from '../../server/auth/secrets/encryption.ts';
import { createDirectories, type Providers } from '../../server/directories/directories.ts';
import { createIntegrationSecrets } from '../../server/directories/integration-secrets.ts';
import {
  GOOGLE_STAND_IN_CLIENT,
  type GoogleStandIn,
  startGoogleStandIn,
} from '../../server/directories/stand-ins/google-stand-in.ts';
import {
  MICROSOFT_STAND_IN_CLIENT,
  type MicrosoftStandIn,
  startMicrosoftStandIn,
} from '../../server/directories/stand-ins/microsoft-stand-in.ts';
import { STAND_IN_TENANT } from '../../server/directories/stand-ins/stand-in-school.ts';
import { openTestStore, type TestStore } from '../../server/store/fakes/open-test-store.ts';

const encryption = createEncryption(Buffer.alloc(32, 7));
const OF_GOOGLE: Connection = {
  tenant: 'demo',
  name: 'Our Google',
  service: 'google',
  domain: 'school.example',
  adminEmail: 'head@school.example',
  callbackPort: 0,
};
const OF_MICROSOFT: Connection = {
  tenant: 'demo',
  name: 'Our Microsoft',
  service: 'microsoft',
  tenantId: STAND_IN_TENANT,
};

let store: TestStore;
let google: GoogleStandIn;
let microsoft: MicrosoftStandIn;
let providers: Providers;
beforeAll(async () => {
  store = await openTestStore('pglite', 30);
  [google, microsoft] = await Promise.all([startGoogleStandIn(), startMicrosoftStandIn()]);
  providers = {
    google: { client: GOOGLE_STAND_IN_CLIENT, places: google.places },
    microsoft: { client: MICROSOFT_STAND_IN_CLIENT, places: microsoft.places },
  };
}, 60_000);
afterAll(async () => {
  await Promise.all([google.close(), microsoft.close()]);
  await store.dispose();
});

const integration = (name: string) =>
  store.db.selectFrom('integrations').selectAll().where('name', '=', name).executeTakeFirst();
const connect = (connection: Connection, say: (line: string) => void = () => {}) =>
  connectDirectory({ db: store.db, encryption, providers, print: say }, connection);

/** The browser of an administrator, who agrees unless the answer is changed on its way back. */
const browser = (change: (back: string) => string) => (line: string) => {
  if (!line.startsWith('http')) return;
  void fetch(`${line}&decision=allow`, { redirect: 'manual' }).then(async (answer) => {
    await fetch(change(answer.headers.get('location') ?? ''));
  });
};

it('asks the administrator, keeps the consent encrypted, and reads the directory by it', async () => {
  const said: string[] = [];
  const open = browser((back) => back);
  await connect(OF_GOOGLE, (line) => {
    said.push(line);
    open(line);
  });
  expect(said.at(-1)).toBe('“Our Google” is connected.');
  const row = await integration('Our Google');
  expect(row).toMatchObject({ disabled: false, config: { domain: 'school.example' } });
  const kept = await store.db.selectFrom('integration_secrets').selectAll().execute();
  expect(kept).toHaveLength(1);
  expect(JSON.stringify([kept, row, said])).not.toContain(google.refreshToken);
  const secrets = createIntegrationSecrets(store.db, encryption);
  const opened = await createDirectories({ db: store.db, secrets, providers }).open('demo', row?.id ?? '');
  expect(opened.name).toBe('open');
});

it('changes nothing where the administrator does not agree', async () => {
  const refused = browser((back) => back.replace(/code=[^&]*/, 'error=access_denied'));
  await expect(connect({ ...OF_GOOGLE, name: 'No' }, refused)).rejects.toThrow('did not agree');
  const forged = browser((back) => back.replace(/code=[^&]*/, 'code=forged'));
  await expect(connect({ ...OF_GOOGLE, name: 'No' }, forged)).rejects.toThrow('Nothing was changed');
  expect(await integration('No')).toBeUndefined();
});

it('says where an administrator of Microsoft agrees, and connects once that is done', async () => {
  microsoft.expireConsent();
  const why = await connect(OF_MICROSOFT).catch((error: Error) => error.message);
  const address = /http\S+/.exec(String(why))?.[0] ?? '';
  expect(await integration('Our Microsoft')).toBeUndefined();
  await fetch(`${address}&redirect_uri=http://127.0.0.1:1/&decision=allow`, { redirect: 'manual' });
  await connect(OF_MICROSOFT);
  expect(await integration('Our Microsoft')).toMatchObject({ disabled: false, service: 'microsoft' });
});

it('knows the tenant, and does not take the name of another directory', async () => {
  await expect(connect({ ...OF_MICROSOFT, tenant: 'nobody' })).rejects.toThrow('There is no tenant nobody.');
  const taken = { ...OF_MICROSOFT, name: 'Google for schools' };
  await expect(connect(taken)).rejects.toThrow('choose another name');
});
