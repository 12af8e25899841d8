import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type NameServer, startNameServer } from '../name-server.ts';
import { openLoopbackAuthority } from './loopback-authority.ts';

const CONSOLE = 'http://demo.localhost:8080';
const DAY_MS = 86_400_000;

let folder: string;
let server: NameServer | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-authority-'));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(folder, { recursive: true });
});

function ask(host: string, port: number, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const about = { host, port, path: '/dnslookup', ca, headers: { origin: CONSOLE } };
    const asked = request({ ...about, ...(host === '127.0.0.1' && { servername: '' }) }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => resolve(text));
    });
    asked.on('error', reject).end();
  });
}

it('vouches for a server on loopback, by its address and by its name', async () => {
  const authority = await openLoopbackAuthority(folder);
  const tls = authority.issue();
  const about = { hostname: 'PC-1', consoleOrigins: [CONSOLE], port: 0, address: '127.0.0.1' };
  server = await startNameServer({ ...about, tls });
  expect(await ask('127.0.0.1', server.port, authority.certificate)).toBe('PC-1');
  expect(await ask('localhost', server.port, authority.certificate)).toBe('PC-1');
  const stranger = await mkdtemp(join(tmpdir(), 'lectern-authority-'));
  const other = await openLoopbackAuthority(stranger);
  await rm(stranger, { recursive: true });
  await expect(ask('127.0.0.1', server.port, other.certificate)).rejects.toThrow(/certificate|signature/);
});

it('is what it says: an authority for this computer alone, and a server with a key of its own', async () => {
  const authority = await openLoopbackAuthority(folder);
  const root = new X509Certificate(authority.certificate);
  expect(root.ca).toBe(true);
  expect(root.verify(root.publicKey)).toBe(true);
  // Permitted: localhost, 127.0.0.0/8 and ::1, in the form that the certificate has them in.
  const permitted = `8209${Buffer.from('localhost').toString('hex')}`;
  expect(root.raw.toString('hex')).toContain(permitted);
  expect(root.raw.toString('hex')).toContain('87087f000000ff000000');
  const [first, second] = [authority.issue(), authority.issue()];
  const leaf = new X509Certificate(first.cert);
  expect(leaf.ca).toBe(false);
  expect(leaf.checkIssued(root)).toBe(true);
  expect(leaf.verify(root.publicKey)).toBe(true);
  expect(leaf.checkHost('localhost')).toBe('localhost');
  expect(leaf.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(leaf.checkHost('lectern.example')).toBeUndefined();
  expect(second.key).not.toBe(first.key);
  expect(new X509Certificate(second.cert).serialNumber).not.toBe(leaf.serialNumber);
});

it('is made once and kept, its owner’s alone', async () => {
  const [one, same] = await Promise.all([openLoopbackAuthority(folder), openLoopbackAuthority(folder)]);
  const later = await openLoopbackAuthority(folder);
  expect(new X509Certificate(same.certificate).publicKey).toEqual(
    new X509Certificate(one.certificate).publicKey,
  );
  expect(await readFile(later.file, 'utf8')).toBe(later.certificate);
  expect((await readdir(folder)).sort()).toEqual(['runner-authority.crt', 'runner-authority.key']);
  for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
});

it('is made anew from the same key before it ends, and where it is spoilt', async () => {
  const first = await openLoopbackAuthority(folder);
  expect((await openLoopbackAuthority(folder)).certificate).toBe(first.certificate);
  const inNineYears = Date.now() + 9 * 365 * DAY_MS;
  const renewed = await openLoopbackAuthority(folder, () => inNineYears);
  expect(renewed.certificate).not.toBe(first.certificate);
  const [before, after] = [first, renewed].map(({ certificate }) => new X509Certificate(certificate));
  expect(after?.publicKey).toEqual(before?.publicKey);
  expect(Date.parse(after?.validTo ?? '')).toBeGreaterThan(inNineYears + 9 * 365 * DAY_MS);
  await writeFile(first.file, 'spoilt');
  expect(new X509Certificate((await openLoopbackAuthority(folder)).certificate).ca).toBe(true);
});
