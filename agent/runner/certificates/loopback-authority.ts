/**
 * A certificate authority for the demo: browsers speak to a runner over HTTPS alone, and no public authority vouches for a
 * server on loopback. It is made at the first start and kept, so that a browser trusts it once.
 */
import { openAuthority, type ServerCertificate } from './authority.ts';

const ABOUT = {
  name: 'Lectern demo: servers of this computer',
  permitted: { dns: ['localhost'], networks: ['127.0.0.0/8', '::1/128'] },
};
const NAMES = { dns: ['localhost'], addresses: ['127.0.0.1', '::1'] };

export type LoopbackAuthority = {
  /** The file that people import into a browser, and its content (PEM). */
  file: string;
  certificate: string;
  /** For a server on 127.0.0.1, ::1 and localhost, with a key of its own. */
  issue(): ServerCertificate;
};

/** Rejects where the folder cannot be written, or what is in it is no key. */
export async function openLoopbackAuthority(
  folder: string,
  now: () => number = Date.now,
): Promise<LoopbackAuthority> {
  const { file, certificate, issue } = await openAuthority(folder, ABOUT, now);
  return { file, certificate, issue: () => issue(NAMES) };
}
