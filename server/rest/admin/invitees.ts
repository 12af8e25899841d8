/** Who somebody is who is invited by e-mail, as the directory knows them. */
import { AppError } from '#protocol/app-error.ts';
import type { Directories, Opened } from '../../directories/directories.ts';
import type { DirectoryProblem } from '../../directories/directory.ts';
import { directoryError } from '../../directories/directory-refusal.ts';
import { invalidField } from '../invalid-field.ts';

/** `name`: undefined where the directory says none. `refusal`: why somebody cannot be invited. */
export type Invitee = { email: string; name: string | undefined } | { email: string; refusal: AppError };

export type Invitees = {
  /**
   * In the order of the addresses. Throws where the directory cannot be asked at all; one that is kept here is not asked,
   * because it knows no people of its own. Once a directory has not answered, it is asked for nobody else.
   */
  find(
    directory: { tenant: string; integrationId: string },
    emails: readonly string[],
  ): Promise<readonly Invitee[]>;
};

/** Less than consoles wait for an answer. */
const LIMIT_MS = 20_000;
/** How many people a directory is asked for at a time. */
const PARALLEL = 8;

export function createInvitees(directories: Directories): Invitees {
  return {
    async find({ tenant, integrationId }, emails) {
      const opened = await directories.open(tenant, integrationId);
      if (opened.name === 'none') throw new AppError('not-found', 'There is no such directory any more.');
      if (opened.name !== 'open') throw directoryError(opened);
      if (opened.service === 'internal') return emails.map((email) => ({ email, name: undefined }));
      return askForAll(opened, emails);
    },
  };
}

async function askForAll(
  { directory, directoryName }: Extract<Opened, { name: 'open' }>,
  emails: readonly string[],
): Promise<Invitee[]> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const found = new Map<string, Invitee>();
  const waiting = [...emails];
  let problem: DirectoryProblem | undefined;
  const work = async () => {
    for (let email = waiting.shift(); email !== undefined && !problem; email = waiting.shift()) {
      const answer = await directory.person(email, signal);
      if (answer.name === 'read' && answer.value) found.set(email, { email, name: answer.value.name });
      else if (answer.name === 'read' || answer.name === 'gone')
        found.set(email, { email, refusal: unknownTo(directoryName) });
      else problem ??= answer;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  const refusal = problem && directoryError({ ...problem, directoryName });
  return emails.map((email) => found.get(email) ?? { email, refusal: refusal ?? unknownTo(directoryName) });
}

const unknownTo = (directoryName: string): AppError =>
  invalidField('emailToImport', `The directory “${directoryName}” knows nobody with this address.`);
