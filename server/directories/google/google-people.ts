/** Lists people of an organisational unit of Google, and finds people by e-mail address. */
import type { Directory, DirectoryPerson, Read } from '../directory.ts';
import { ok } from '../directory.ts';
import type { GoogleCalls } from './google-calls.ts';
import { usersSchema } from './google-documents.ts';
import { knownUnit } from './google-unit.ts';

/** Google's maximum. */
const USERS_PER_PAGE = '500';
/** A twentieth of a whole document. */
const FIELDS = 'nextPageToken,users(id,primaryEmail,name/fullName)';
/** Google answers 403 for a domain of another customer, 404 for an unknown one, and 400 for invalid text. */
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
    return ok({ people, next: answer.value.nextPageToken || undefined });
  }

  return {
    async people(at, after, signal) {
      const unit = await knownUnit(calls, at, { isFirst: after === undefined, signal });
      if (unit.name !== 'read') return unit;
      const query = `orgUnitPath=${quoted(unit.value)} isSuspended=false`;
      return users({ query, maxResults: USERS_PER_PAGE, pageToken: after }, signal);
    },

    // Uses a search: for an address of another domain the direct request fails as if the consent had expired.
    async person(email, signal): Promise<Read<DirectoryPerson | undefined>> {
      const answer = await users({ query: `email=${quoted(email)}`, maxResults: '1' }, signal);
      return answer.name === 'read' ? ok(answer.value.people[0]) : answer;
    },

    async test(domain, signal) {
      const answer = await users({ maxResults: '1' }, signal);
      if (answer.name !== 'read') return answer;
      if (!domain) return ok({});
      const ofDomain = await users({ maxResults: '1', customer: undefined, domain }, signal);
      if (ofDomain.name === 'read') return ok({});
      return REFUSALS_OF_A_DOMAIN.has(ofDomain.name) ? { name: 'gone' } : ofDomain;
    },
  };
}

/** Quotes text for Google's search language. */
const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
