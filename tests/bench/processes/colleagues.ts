/** Tutors of a site, each a person of their own: what is said to one of them is not heard by the others. */
import type { TutorInvitesAnswer } from '#protocol/rest/admin/tutor-invite.ts';
import { adminSession, ask } from '../../support/tutors/platform-session.ts';
import { type BareSession, bareSession } from '../classroom/bare-tutor.ts';

const ADMIN = 'admin@demo.example';
const DIRECTORY = 'demo-directory';
const SITE = 'riverside';
/** They may look at every group of the site. */
const ROLES = { consoleUser: 'active', groupMaintainer: 'active' };

/** Invites them and signs them in. */
export async function signInColleagues(port: number, count: number): Promise<readonly BareSession[]> {
  const emails = Array.from({ length: count }, (_, at) => `bench-${at + 1}@demo.example`);
  const origin = (label: string) => `http://${label}.localhost:${port}`;
  const { accessToken } = await adminSession({ origin }, ADMIN);
  const { status, body } = await ask(`${origin('demo')}/v1/tutors/importbulk`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'tenant-key': 'demo',
      authorization: `Bearer ${accessToken}`,
    },
    body: JSON.stringify({
      integrationId: DIRECTORY,
      queryConfigs: emails.map((emailToImport) => ({ emailToImport })),
      bulkRolesToApply: { sites: { [SITE]: ROLES } },
    }),
  });
  const invited: Partial<TutorInvitesAnswer> = JSON.parse(body);
  if (invited.successCount !== count) throw new Error(`colleagues were not invited: ${status} ${body}`);
  const sessions: BareSession[] = [];
  for (const email of emails) sessions.push(await bareSession({ port }, email, 'bench'));
  return sessions;
}
