/** Rooms that are made over REST: the writes of the tests of faults, as it can be read afterwards which of them are there. */
import { ask } from '../../support/tutors/platform-session.ts';

type Reachable = { origin(label: string): string };

const headersFor = (token: string) => ({
  authorization: `Bearer ${token}`,
  'tenant-key': 'demo',
  'content-type': 'application/json',
});

export type RoomAnswer = {
  status: number;
  retryAfter: string | undefined;
  message: string;
  /** Of the room; empty where there is none. */
  id: string;
};

/** One call; `status` 2xx: the platform has acknowledged the room. Rejects where the connection breaks. */
export async function tryRoom(platform: Reachable, token: string, name: string): Promise<RoomAnswer> {
  const members = { users: [], groups: [], tutors: [] };
  const { status, headers, body } = await ask(`${platform.origin('demo')}/v1/live-rooms`, {
    method: 'POST',
    headers: headersFor(token),
    body: JSON.stringify({ name, type: 'text-chat', members }),
  });
  const retryAfter = headers['retry-after'];
  const { message = '', id = '' } = JSON.parse(body) as { message?: string; id?: string };
  return { status, retryAfter: retryAfter?.toString(), message, id };
}

/** Gives the id of the room. Throws where the platform does not acknowledge it. */
export async function makeRoom(platform: Reachable, token: string, name: string): Promise<string> {
  const { status, message, id } = await tryRoom(platform, token, name);
  if (status >= 300) throw new Error(`The room was answered ${status}: ${message}`);
  return id;
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
