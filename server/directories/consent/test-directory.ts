/** Tests whether the platform may read a directory with the entered domain and administrator. */
import type { Directory, DirectoryProblem } from '../directory.ts';

export type Tested =
  /** `message`: a note for the administrator. */
  { name: 'succeeded'; message?: string } | { name: 'failed'; message: string };

/** Shorter than the consoles' timeout. */
const TIMEOUT_MS = 20_000;

export async function testDirectory(
  directory: Directory,
  { domain, adminEmail }: { domain?: string | undefined; adminEmail?: string | undefined },
): Promise<Tested> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await directory.test(domain, signal);
  if (answer.name === 'gone' && domain)
    return { name: 'failed', message: `this directory does not have the domain ${domain}.` };
  if (answer.name !== 'read') return { name: 'failed', message: whyNot(answer) };
  const { message } = answer.value;
  if (!adminEmail) return { name: 'succeeded', ...(message && { message }) };
  const admin = await directory.person(adminEmail, signal);
  if (admin.name !== 'read') return { name: 'failed', message: whyNot(admin) };
  if (admin.value === undefined)
    return { name: 'failed', message: `this directory has nobody with the address ${adminEmail}.` };
  const isElsewhere = domain && !adminEmail.toLowerCase().endsWith(`@${domain.toLowerCase()}`);
  const elsewhere = isElsewhere ? `The administrator’s address is not of the domain ${domain}.` : undefined;
  const note = message ?? elsewhere;
  return { name: 'succeeded', ...(note && { message: note }) };
}

/** The reason as the end of a sentence. */
function whyNot(problem: DirectoryProblem): string {
  switch (problem.name) {
    case 'consent-expired':
      return 'the directory does not let the platform in. Give consent again.';
    case 'client-refused':
      return 'the provider does not take this platform’s secret any more. Whoever runs the platform has to renew it.';
    case 'throttled':
      return `the directory has too much to do: try again in ${problem.seconds} seconds.`;
    case 'away':
      return 'the directory does not answer. Try again in a few minutes.';
    case 'rejected':
      return `the directory refused: ${problem.message}`;
    case 'gone':
    case 'unreadable':
      return 'the directory gave an answer that cannot be read.';
  }
}
