/** Who is in an organisational unit of Google, or has an e-mail address. */
import type { Directory, DirectoryPerson, Read } from '../directory.ts';
import { read } from '../directory.ts';
import type { GoogleCalls } from './google-calls.ts';
import { usersSchema } from './google-documents.ts';
import { knownUnit } from './google-unit.ts';

/** As many as Google gives at once. */
const USERS_PER_PAGE = '500';
/** Of a whole document, a twentieth. */
const FIELDS = 'nextPageToken,users(id,primaryEmail,name/fullName)';
/** Google refuses a domain of another customer with 403, one that does not exist with 404, and no domain at all with 400. */
const REFUSALS_OF_A_DOMAIN: ReadonlySet<string> = new Set(['consent-expired', 'gone', 'rejected']);

export function createGooglePeople(calls: GoogleCalls): Pick<Directory, 'people' | 'person' | 'test'> {
  async function users(query: Readonly<Record<string, string | undefined>>, signal: AbortSignal) {
    const answer = await calls.admin('/users', usersSchema, {
      query: { customer: 'my_customer', fields: FIELDS, ...query },
      signal,
    });
    if (answer.name !== 'read') return answer;
    const people = answer.value.users.map(
      ({ id, name, primaryEmail }): DirectoryPerson => ({ id, name: name?.fullName, email: primaryEmail }),
    );
    return read({ people, next: answer.value.nextPageToken || undefined });
  }

  return {
    async people(at, after, signal) {
      const unit = await knownUnit(calls, at, { isFirst: after === undefined, signal });
      if (unit.name !== 'read') return unit;
      const query = `orgUnitPath=${quoted(unit.value)} isSuspended=false`;
      return users({ query, maxResults: USERS_PER_PAGE, pageToken: after }, signal);
    },

    // By a search: asked for somebody of another domain by the address, Google answers as if the consent had ended.
    async person(email, signal): Promise<Read<DirectoryPerson | undefined>> {
      const answer = await users({ query: `email=${quoted(email)}`, maxResults: '1' }, signal);
      return answer.name === 'read' ? read(answer.value.people[0]) : answer;
    },

    async test(domain, signal) {
      const answer = await users({ maxResults: '1' }, signal);
      if (answer.name !== 'read') return answer;
      if (!domain) return read({});
      const ofDomain = await users({ maxResults: '1', customer: undefined, domain }, signal);
      if (ofDomain.name === 'read') return read({});
      return REFUSALS_OF_A_DOMAIN.has(ofDomain.name) ? { name: 'gone' } : ofDomain;
    },
  };
}

/** As text of Google's language for searches. */
const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
