/** A certificate authority that a runner keeps in a folder, for servers that no public authority vouches for. */
import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  authorityCertificate,
  type Issuer,
  type Permitted,
  type ServerNames,
  serverCertificate,
} from './certificate.ts';

/** The key is its owner's alone. The certificate lies beside it in a folder that is too. */
const FILE_MODE = 0o600;
const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3_650;
/** What a server gets with each start. */
const SERVER_DAYS = 397;

/** PEM, both. */
export type ServerCertificate = { cert: string; key: string };

/** `name`: what browsers list it as. One that is called otherwise is another authority. */
export type AboutAuthority = { name: string; permitted: Permitted };

export type Authority = {
  /** The file that people import into a browser, and its content (PEM). */
  file: string;
  certificate: string;
  /** With a key of its own. What is not permitted to the authority no browser believes. */
  issue(names: ServerNames): ServerCertificate;
};

/** Made at the first call and kept. Rejects where the folder cannot be written, or what is in it is no key. */
export async function openAuthority(
  folder: string,
  about: AboutAuthority,
  now: () => number = Date.now,
): Promise<Authority> {
  const key = await readOrMakeKey(join(folder, 'runner-authority.key'));
  const file = join(folder, 'runner-authority.crt');
  const certificate = await readOrMakeCertificate(file, key, about, now());
  return {
    file,
    certificate,
    issue(names) {
      const own = newKey();
      const untilMs = Math.min(
        now() + SERVER_DAYS * DAY_MS,
        Date.parse(new X509Certificate(certificate).validTo),
      );
      const cert = serverCertificate(
        { name: about.name, key },
        { name: names.dns[0] ?? names.addresses[0] ?? about.name, key: own },
        { fromMs: now(), untilMs },
        names,
      );
      return { cert, key: pemOf(own) };
    },
  };
}

const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

async function readOrMakeKey(file: string): Promise<KeyObject> {
  const kept = await readIfThere(file);
  if (kept !== undefined) return readKey(file, kept);
  // Whole or not there at all, and whoever was a moment earlier has made the one that counts.
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, pemOf(newKey()), { mode: FILE_MODE });
  try {
    await link(unfinished, file).catch(unless('EEXIST'));
  } finally {
    await rm(unfinished, { force: true });
  }
  return readKey(file, await readFile(file, 'utf8'));
}

function readKey(file: string, pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error(
      `${file} holds no key. Put it back from a copy, or remove it: another one is made, which browsers have to trust anew.`,
    );
  }
}

/** One that ends before what it would vouch for is made anew, from the same key. */
async function readOrMakeCertificate(
  file: string,
  key: KeyObject,
  { name, permitted }: AboutAuthority,
  nowMs: number,
): Promise<string> {
  const kept = await readIfThere(file);
  if (kept !== undefined && isGood(kept, { name, key }, nowMs + SERVER_DAYS * DAY_MS)) return kept;
  const untilMs = nowMs + AUTHORITY_DAYS * DAY_MS;
  const made = authorityCertificate({ name, key }, { fromMs: nowMs, untilMs }, permitted);
  await writeFile(file, made, { mode: FILE_MODE });
  return made;
}

function isGood(pem: string, { name, key }: Issuer, untilMs: number): boolean {
  try {
    const certificate = new X509Certificate(pem);
    if (certificate.subject !== `CN=${name}`) return false;
    return certificate.checkPrivateKey(key) && Date.parse(certificate.validTo) >= untilMs;
  } catch {
    return false;
  }
}

const readIfThere = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch(unless('ENOENT'));

const unless = (code: string) => (error: unknown) => {
  if ((error as NodeJS.ErrnoException).code !== code) throw error;
  return undefined;
};
