/** Looks up people who are invited by e-mail in a directory. */

import type { Directories, Opened } from '#directories/directories.ts';
import type { DirectoryProblem } from '#directories/directory.ts';
import { directoryError } from '#directories/directory-refusal.ts';
import { boundedWork } from '#domain/semaphore.ts';
import { AppError } from '#protocol/app-error.ts';
import { invalidField } from '../invalid-field.ts';

/** `name`: undefined if the directory has none. `refusal`: the reason why the person cannot be invited. */
export type Invitee = { email: string; name: string | undefined } | { email: string; refusal: AppError };

export type Invitees = {
  /**
   * Returns the invitees in the order of the addresses. Throws if the directory is unavailable. The built-in
   * directory has no people of its own, so its addresses are accepted as they are. After a failed request the
   * directory receives no more requests.
   */
  find(
    directory: { tenant: string; integrationId: string },
    emails: readonly string[],
  ): Promise<readonly Invitee[]>;
};

/** Shorter than the timeout of consoles. */
const TIMEOUT_MS = 20_000;
/** Number of parallel requests to a directory. */
const CONCURRENCY = 8;

export function createInvitees(directories: Directories): Invitees {
  return {
    async find({ tenant, integrationId }, emails) {
      const opened = await directories.open(tenant, integrationId);
      if (opened.name === 'none') throw new AppError('not-found', 'There is no such directory any more.');
      if (opened.name !== 'open') throw directoryError(opened);
      if (opened.service === 'internal') return emails.map((email) => ({ email, name: undefined }));
      return requestAll(opened, emails);
    },
  };
}

async function requestAll(
  { directory, directoryName }: Extract<Opened, { name: 'open' }>,
  emails: readonly string[],
): Promise<Invitee[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const invitees = new Map<string, Invitee>();
  let problem: DirectoryProblem | undefined;
  await boundedWork(emails, CONCURRENCY, async (email) => {
    if (problem) return;
    const answer = await directory.person(email, signal);
    if (answer.name === 'read' && answer.value) invitees.set(email, { email, name: answer.value.name });
    else if (answer.name === 'read' || answer.name === 'gone')
      invitees.set(email, { email, refusal: unknownTo(directoryName) });
    else problem ??= answer;
  });
  const refusal = problem && directoryError({ ...problem, directoryName });
  return emails.map(
    (email) => invitees.get(email) ?? { email, refusal: refusal ?? unknownTo(directoryName) },
  );
}

const unknownTo = (directoryName: string): AppError =>
  invalidField('emailToImport', `The directory “${directoryName}” knows nobody with this address.`);
