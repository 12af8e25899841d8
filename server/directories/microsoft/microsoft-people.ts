/** Lists people and devices of a Graph group and of nested groups, and finds people by e-mail address. */
import type { Directory } from '../directory.ts';
import { ok } from '../directory.ts';
import { problemOfRefusal } from '../provider/authorised-calls.ts';
import { type GraphCalls, PERSON } from './microsoft-calls.ts';
import { devicesSchema, groupsSchema, usersSchema } from './microsoft-documents.ts';
import { toPerson } from './microsoft-person.ts';

/** Graph's maximum. */
const MEMBERS_PER_PAGE = '999';
const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

type People = Pick<Directory, 'people' | 'devices' | 'person' | 'test'>;

export function createMicrosoftPeople({ graph, get, getIndexed, attempt }: GraphCalls): People {
  const membersOf = (group: string, type: string, $select: string) =>
    graph(`/groups/${group}/transitiveMembers/microsoft.graph.${type}`, {
      $select,
      $top: MEMBERS_PER_PAGE,
      $count: 'true',
    });

  return {
    async people(at, after, signal) {
      if (!('group' in at) || !GUID.test(at.group)) return { name: 'gone' };
      const first = membersOf(at.group, 'user', `${PERSON},accountEnabled`);
      const answer = await getIndexed(after ?? first, usersSchema, signal);
      if (answer.name !== 'read') return answer;
      const people = answer.value.value.filter(({ accountEnabled }) => accountEnabled !== false);
      return ok({ people: people.map(toPerson), next: answer.value['@odata.nextLink'] });
    },

    async devices(at, after, signal) {
      if (!('group' in at) || !GUID.test(at.group)) return { name: 'gone' };
      const first = membersOf(at.group, 'device', 'id,displayName,model,accountEnabled');
      const headers = { ConsistencyLevel: 'eventual' };
      const answer = await attempt({ url: after ?? first, schema: devicesSchema, signal, headers });
      if (answer.name === 'refused') {
        // A Microsoft 365 group cannot have devices, and Graph reports that as this error.
        if (answer.reason === 'Request_UnsupportedQuery') return ok({ devices: [], next: undefined });
        return problemOfRefusal(answer);
      }
      if (answer.name !== 'read') return answer;
      const inUse = answer.value.value.filter(({ accountEnabled }) => accountEnabled !== false);
      const devices = inUse.map(({ id, displayName, model }) => ({
        id,
        // Graph provides the serial number only for devices that Intune manages.
        serialNumber: undefined,
        hostname: displayName || undefined,
        ...(model && { model }),
      }));
      return ok({ devices, next: answer.value['@odata.nextLink'] });
    },

    async person(email, signal) {
      const text = `'${email.replaceAll("'", "''")}'`;
      const $filter = `mail eq ${text} or userPrincipalName eq ${text}`;
      const answer = await get(graph('/users', { $filter, $select: PERSON, $top: '1' }), usersSchema, signal);
      if (answer.name !== 'read') return answer;
      const [found] = answer.value.value;
      return ok(found && toPerson(found));
    },

    async test(_, signal) {
      const answer = await get(graph('/groups', { $select: 'id', $top: '1' }), groupsSchema, signal);
      return answer.name === 'read' ? ok({}) : answer;
    },
  };
}
