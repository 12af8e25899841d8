/**
 * A certificate authority for the demo, because browsers require HTTPS for a runner and no public authority
 * certifies loopback. It is stored, so that a browser has to trust it only once.
 */
import { openAuthority, type ServerCertificate } from './authority.ts';

const ABOUT = {
  name: 'Lectern demo: servers of this computer',
  permitted: { dns: ['localhost'], networks: ['127.0.0.0/8', '::1/128'] },
};
const NAMES = { dns: ['localhost'], addresses: ['127.0.0.1', '::1'] };

export type LoopbackAuthority = {
  /** The path of the file that people import into a browser, and its content (PEM). */
  file: string;
  certificate: string;
  /** Issues a certificate with its own key for a server on 127.0.0.1, ::1 and localhost. */
  issue(): ServerCertificate;
};

/** Rejects if the folder cannot be written or its key is invalid. */
export async function openLoopbackAuthority(
  folder: string,
  now: () => number = Date.now,
): Promise<LoopbackAuthority> {
  const { file, certificate, issue } = await openAuthority(folder, ABOUT, now);
  return { file, certificate, issue: () => issue(NAMES) };
}
