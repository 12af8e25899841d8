/** Provides the certificate of the runner's name server: the school's own, or one that the runner creates. */
import { X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { openAuthority, type ServerCertificate } from '../certificates/authority.ts';
import type { RunnerOptions } from './runner-options.ts';

export type ShownCertificate = {
  tls: ServerCertificate;
  /** The host under which browsers that trust the certificate reach the runner. */
  host: string;
  /** The authority's file, which browsers have to trust; undefined for a school's own certificate. */
  authorityFile: string | undefined;
};

/** The private networks that a school's runner may be in. */
const PRIVATE_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '127.0.0.0/8'];

/** Rejects with an error for the user if a file is missing or not a certificate. */
export function readCertificate(
  options: Pick<RunnerOptions, 'tls' | 'dataDir' | 'hostname' | 'address'>,
): Promise<ShownCertificate> {
  return options.tls ? schoolsOwn(options.tls) : selfMade(options);
}

async function schoolsOwn({
  certFile,
  keyFile,
}: {
  certFile: string;
  keyFile: string;
}): Promise<ShownCertificate> {
  const tls = { cert: await readPem(certFile), key: await readPem(keyFile) };
  return { tls, host: hostOf(tls.cert, certFile), authorityFile: undefined };
}

/** Issues a certificate from the runner's own authority, limited to its name and private networks. */
async function selfMade({
  dataDir,
  hostname,
  address,
}: Pick<RunnerOptions, 'dataDir' | 'hostname' | 'address'>): Promise<ShownCertificate> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const name = hostname.toLowerCase();
  const { file, issue } = await openAuthority(dataDir, {
    name: `Lectern site runner ${name}`,
    permitted: { dns: [name], networks: PRIVATE_NETWORKS },
  });
  const addresses = (address === undefined || address === '0.0.0.0' ? ownAddresses() : [address]).filter(
    isPrivate,
  );
  const tls = issue({ dns: [name], addresses });
  // An address is preferred, because few schools have a DNS server that knows every machine.
  return { tls, host: addresses[0] ?? name, authorityFile: file };
}

/** Browsers reject the whole certificate if one of its addresses is not permitted to the authority. */
function isPrivate(address: string): boolean {
  const networks = new BlockList();
  for (const network of PRIVATE_NETWORKS) {
    const [first = '', bits] = network.split('/');
    networks.addSubnet(first, Number(bits), 'ipv4');
  }
  return isIPv4(address) && networks.check(address, 'ipv4');
}

function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((infos) => infos ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}

/** Returns the certificate's first name without a wildcard, or its first address. */
function hostOf(cert: string, file: string): string {
  let names: string;
  try {
    names = new X509Certificate(cert).subjectAltName ?? '';
  } catch {
    throw new Error(`${file} is no certificate in PEM.`);
  }
  const all = [...names.matchAll(/(?:DNS|IP Address):([^,\s]+)/g)].map(([, name = '']) => name);
  const host =
    all.find((name) => isIP(name) === 0 && !name.includes('*')) ?? all.find((name) => isIP(name) > 0);
  if (host === undefined)
    throw new Error(`${file} names no host: say by --name-url how browsers reach the runner.`);
  return host.includes(':') ? `[${host}]` : host;
}

async function readPem(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Error(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
