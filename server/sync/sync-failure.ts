/** Messages for administrators about failed runs: what happened, and what to try. */

import type { Opened } from '#directories/directories.ts';
import type { DirectoryProblem } from '#directories/directory.ts';
import { kindOf } from '#protocol/rest/sync-job.ts';
import type { JobSettings } from '#store/sync/sync-jobs.ts';
import type { Ending } from '#store/sync/sync-runs.ts';

const KEPT = 'Nothing was removed.';

type Refusal =
  | Exclude<Opened, { name: 'open' | 'none' }>
  | { name: 'none' }
  | (DirectoryProblem & { directoryName: string });

export function directoryFailure(refusal: Refusal, job: JobSettings): string {
  if (refusal.name === 'none') return `The directory was removed.`;
  const directory = `The directory “${refusal.directoryName}”`;
  switch (refusal.name) {
    case 'disabled':
      return `${directory} is switched off. Switch it on in Integrations, and run the job again.`;
    case 'not-set-up':
      return `${directory} cannot be read: the platform has no client id for its provider.`;
    case 'no-consent':
      return `${directory} has not let the platform in yet. Give consent to it in Integrations.`;
    case 'consent-expired':
      return `${directory} does not let the platform in any more. Give consent to it again in Integrations.`;
    case 'client-refused':
      return `${directory} cannot be read: its provider does not take the platform’s secret any more. Whoever runs the platform has to renew it.`;
    case 'gone':
      return `${directory} does not have ${placeOf(job)}. Look whether it was renamed.`;
    case 'throttled':
      return `${directory} has had too much to do for a long time. The job goes on with its next run.`;
    case 'away':
      return `${directory} does not answer. The job goes on with its next run.`;
    case 'rejected':
      return `${directory} does not understand what it was asked: ${refusal.message}`;
    case 'unreadable':
      return `${directory} gave an answer that cannot be read.`;
  }
}

function placeOf({ directorySettings: { ou, group, teacherEmail } }: JobSettings): string {
  if (ou) return `the path “${ou}”`;
  if (group) return `the group “${group}”`;
  return teacherEmail ? `the teacher “${teacherEmail}”` : 'what the job asks for';
}

/** More than a fifth would be removed, without a confirmation. */
export const tooManyRemoved = (job: JobSettings, counts: { removed: number; of: number }) =>
  `This would have removed ${counts.removed} of the ${counts.of} ${kindOf(job.importSettings)} that the job has brought, ` +
  `which is more than a fifth. ${KEPT} Look at the preview, and run the job with your confirmation if it is right.`;

/** The database refused the rows, or the code has a bug. */
export const NOT_KEPT = 'The platform could not keep what it has read. The job goes on with its next run.';

export const STOPPED: Ending = {
  outcome: 'stopped',
  humanError: 'An administrator has stopped it. What it had done until then stays.',
};

export const failed = (humanError: string): Ending => ({ outcome: 'failed', humanError });
