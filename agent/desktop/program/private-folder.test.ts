import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPrivateFolder } from './private-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-agent-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const schema = v.object({ secret: v.string() });
const modeOf = (path: string) => statSync(path).mode & 0o777;

it('keeps values for the next start, in files that only the owner can read', () => {
  const path = join(root, 'state');
  openPrivateFolder(path).store('identity', schema).set({ secret: 'a' });
  expect(openPrivateFolder(path).store('identity', schema).get()).toEqual({ secret: 'a' });
  expect([modeOf(path), modeOf(join(path, 'identity.json'))]).toEqual([0o700, 0o600]);
});

it('takes a folder that others can read from them', () => {
  const path = join(root, 'open');
  mkdirSync(path);
  chmodSync(path, 0o755);
  openPrivateFolder(path);
  expect(modeOf(path)).toBe(0o700);
});

it('has no value where the file is broken, and none after its removal', () => {
  const store = openPrivateFolder(root).store('session', schema);
  writeFileSync(join(root, 'session.json'), '{"secret":');
  expect(store.get()).toBeUndefined();
  store.set({ secret: 'b' });
  expect(store.get()).toEqual({ secret: 'b' });
  store.set(undefined);
  expect(store.get()).toBeUndefined();
});
