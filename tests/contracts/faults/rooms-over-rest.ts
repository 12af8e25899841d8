/** Rooms that are made over REST: the writes of the tests of faults, as it can be read afterwards which of them are there. */
import { ask } from '../../support/tutors/platform-session.ts';

type Reachable = { origin(label: string): string };

const headersFor = (token: string) => ({
  authorization: `Bearer ${token}`,
  'tenant-key': 'demo',
  'content-type': 'application/json',
});

export type RoomAnswer = { status: number; retryAfter: string | undefined; message: string };

function post(platform: Reachable, token: string, name: string): ReturnType<typeof ask> {
  const members = { users: [], groups: [], tutors: [] };
  return ask(`${platform.origin('demo')}/v1/live-rooms`, {
    method: 'POST',
    headers: headersFor(token),
    body: JSON.stringify({ name, type: 'text-chat', members }),
  });
}

/** One call; `status` 2xx: the platform has acknowledged the room. Rejects where the connection breaks. */
export async function tryRoom(platform: Reachable, token: string, name: string): Promise<RoomAnswer> {
  const { status, headers, body } = await post(platform, token, name);
  return { status, retryAfter: headers['retry-after']?.toString(), message: JSON.parse(body).message ?? '' };
}

/** Gives the id of the room. Throws where the platform does not acknowledge it. */
export async function makeRoom(platform: Reachable, token: string, name: string): Promise<string> {
  const { status, body } = await post(platform, token, name);
  if (status >= 300) throw new Error(`The room was answered ${status}: ${body}`);
  return JSON.parse(body).id;
}

/** The names of all rooms that the tutor sees. */
export async function roomNames(platform: Reachable, token: string): Promise<string[]> {
  const names: string[] = [];
  for (let before = ''; ; ) {
    const { status, body } = await ask(
      `${platform.origin('demo')}/v1/live-rooms?limit=500&_sort=id&_order=desc${before}`,
      { headers: headersFor(token) },
    );
    if (status !== 200) throw new Error(`The rooms were answered ${status}: ${body}`);
    const page: { id: string; name: string }[] = JSON.parse(body);
    names.push(...page.map(({ name }) => name));
    const last = page.at(-1);
    if (!last || page.length < 500) return names;
    before = `&_lt_id=${last.id}`;
  }
}
