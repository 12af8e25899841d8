/** A certificate authority in a runner's folder, for servers that no public authority can certify. */
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

/** Only the owner can read the key. The folder, and the certificate next to the key, are private too. */
const FILE_MODE = 0o600;
const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3_650;
/** The validity of a server's certificate, which is issued at each start. */
const SERVER_DAYS = 397;

/** Certificate and key as PEM. */
export type ServerCertificate = { cert: string; key: string };

/** `name` is shown in the browser's list. A stored authority with another name is replaced. */
export type AboutAuthority = { name: string; permitted: Permitted };

export type Authority = {
  /** The path of the file that people import into a browser, and its content (PEM). */
  file: string;
  certificate: string;
  /** Issues a certificate with its own key. Browsers reject names that the authority is not permitted. */
  issue(names: ServerNames): ServerCertificate;
};

/** Creates and stores the authority at the first call. Rejects if the folder or the key is unusable. */
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
  const stored = await readIfThere(file);
  if (stored !== undefined) return readKey(file, stored);
  // Linking a complete file makes the key appear whole, and the first of several processes wins.
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

/** Renews a certificate from the same key if it would expire before the certificates that it issues. */
async function readOrMakeCertificate(
  file: string,
  key: KeyObject,
  { name, permitted }: AboutAuthority,
  nowMs: number,
): Promise<string> {
  const stored = await readIfThere(file);
  if (stored !== undefined && isValid(stored, { name, key }, nowMs + SERVER_DAYS * DAY_MS)) return stored;
  const untilMs = nowMs + AUTHORITY_DAYS * DAY_MS;
  const made = authorityCertificate({ name, key }, { fromMs: nowMs, untilMs }, permitted);
  await writeFile(file, made, { mode: FILE_MODE });
  return made;
}

function isValid(pem: string, { name, key }: Issuer, untilMs: number): boolean {
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
