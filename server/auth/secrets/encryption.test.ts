import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toJson } from '#store/database.ts';
import { BACK_ENDS, openTestStore, type TestStore } from '#store/fakes/open-test-store.ts';
import { createEncryption, openEncryption } from './encryption.ts';
import { renewSecrets } from './renew-secrets.ts';
import { openSigningKeys, werePlain } from './signing-keys.ts';

describe.each(BACK_ENDS)('encryption on %s', (backEnd) => {
  let store: TestStore;
  let folder: string;
  let keyFile: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-key-'));
    keyFile = join(folder, 'lectern.key');
    store = await openTestStore(backEnd);
  }, 60_000);
  afterAll(async () => {
    await store.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('makes its key at the first start, for its owner alone, once for all who start together', async () => {
    const opened = await Promise.all(
      [1, 2, 3].map(() => openEncryption({ db: store.db, key: undefined, keyFile })),
    );
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    expect(await readFile(keyFile, 'utf8')).toMatch(/^[\w-]{43}\n$/);
    const encrypted = opened[0]?.encrypt('a use', 'a text') ?? '';
    expect(opened.map((each) => each.decrypt('a use', encrypted))).toEqual(['a text', 'a text', 'a text']);
    expect(opened[1]?.decrypt('another use', encrypted)).toBeUndefined();
  });

  it('closes a key file that was open to others, with a line for the operator', async () => {
    const open = async () => {
      const lines: string[] = [];
      await openEncryption({ db: store.db, key: undefined, keyFile, warn: (line) => lines.push(line) });
      expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
      return lines;
    };
    for (const mode of [0o666, 0o640, 0o604]) {
      await chmod(keyFile, mode);
      const [line, ...more] = await open();
      expect(more).toEqual([]);
      expect(line).toContain(
        `${keyFile} was open to other users of this machine (mode 0${mode.toString(8)}).`,
      );
      expect(line).toContain('npm run renew-secrets');
    }
    expect(await open()).toEqual([]);
  });

  it('knows keys from before encryption, until they are renewed', async () => {
    const keys = await openSigningKeys({ db: store.db, encryption: createEncryption(Buffer.alloc(32, 7)) });
    await keys.ensure('google');
    expect(await werePlain(store.db)).toBe(false);
    await store.db
      .updateTable('signing_keys')
      .set({ created_at: new Date(0) })
      .execute();
    expect(await werePlain(store.db)).toBe(true);
    await renewSecrets(store.db, async () => {});
    expect(await werePlain(store.db)).toBe(false);
    await openEncryption({ db: store.db, key: undefined, keyFile });
  });

  it('makes one key for processes that need it together', async () => {
    const encryption = createEncryption(Buffer.alloc(32, 7));
    const keys = await Promise.all(
      [1, 2, 3].map(async () => (await openSigningKeys({ db: store.db, encryption })).ensure('extension')),
    );
    const kids = keys.map((each) => each.map(({ kid }) => kid));
    expect(kids).toEqual([kids[0], kids[0], kids[0]]);
    expect(kids[0]).toHaveLength(1);
  });

  it('takes over the keys that earlier versions left in plain, and tells of one that is damaged', async () => {
    const encryption = createEncryption(Buffer.alloc(32, 7));
    const pair = await generateKeyPair('ES256', { extractable: true });
    const privateJwk = await exportJWK(pair.privateKey);
    const publicJwk = await exportJWK(pair.publicKey);
    const kid = 'access.of-before';
    await store.db
      .insertInto('signing_keys')
      .values({ kid, private_jwk: toJson(privateJwk), public_jwk: toJson(publicJwk), encrypted_jwk: null })
      .execute();
    const keys = await openSigningKeys({ db: store.db, encryption });
    expect(await keys.ensure('access')).toEqual([{ kid, privateJwk, publicJwk }]);
    const row = await store.db
      .selectFrom('signing_keys')
      .selectAll()
      .where('kid', '=', kid)
      .executeTakeFirstOrThrow();
    expect(row.private_jwk).toBeNull();
    expect(JSON.stringify(row)).not.toContain(privateJwk.d);
    await store.db
      .updateTable('signing_keys')
      .set({ encrypted_jwk: 'nonsense' })
      .where('kid', '=', kid)
      .execute();
    await expect(keys.ensure('access')).rejects.toThrow(/damaged.*npm run renew-secrets/);
  });
});
