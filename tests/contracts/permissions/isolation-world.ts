/** Who there is, which topics and filters there are, and who may touch what: a table by hand. */

export type Site = { tenant: string; site: string };
export type Actor = Site & {
  name: string;
  kind: 'tutor' | 'device' | 'runner';
  id: string;
  /** Tutor: permitted groups, people and clients; `+`: all. Device: the groups that it is in. */
  groups: readonly string[];
  people: readonly string[];
  clients: readonly string[];
  rooms: readonly string[];
  maintainer: boolean;
  /** Of a device. */
  userId: string;
  authType: 'user' | 'session';
};

const SITES: readonly Site[] = [
  { tenant: 'acme', site: 'one' },
  { tenant: 'acme', site: 'two' },
  { tenant: 'rival', site: 'one' },
];
const [HOME, SECOND, RIVAL] = SITES as [Site, Site, Site];

const TUTORS = ['tina', 'tom', 'mia'];
const GROUPS = ['maths', 'chess', 'staff'];
const ROOMS = ['maths-room', 'chess-room'];
export const PEOPLE = ['ann', 'ben', 'lone'];
export const CLIENTS = ['ann-pc', 'ben-pc', 'lone-pc'];
/** The last two are nobody's seat: a person with another's machine. */
const SEATS = [
  ['ann', 'ann-pc'],
  ['ben', 'ben-pc'],
  ['lone', 'lone-pc'],
  ['ann', 'ben-pc'],
  ['ben', 'ann-pc'],
] as const;

const nobody = { groups: [], people: [], clients: [], rooms: [], maintainer: false } as const;
const person = { userId: '', authType: 'user' } as const;
const at = (site: Site, actor: Omit<Actor, keyof Site | 'name'>): Actor => ({
  ...site,
  ...actor,
  name: `${actor.id}@${site.tenant}/${site.site}`,
});
const tina = (site: Site) =>
  at(site, {
    ...nobody,
    ...person,
    kind: 'tutor',
    id: 'tina',
    groups: ['maths'],
    people: ['ann'],
    clients: ['ann-pc'],
    rooms: ['maths-room'],
  });
const mia = (site: Site) =>
  at(site, {
    ...nobody,
    ...person,
    kind: 'tutor',
    id: 'mia',
    maintainer: true,
    groups: ['+'],
    people: ['+'],
    clients: ['+'],
  });
const annPc = (site: Site) =>
  at(site, {
    ...nobody,
    kind: 'device',
    id: 'ann-pc',
    userId: 'ann',
    authType: 'user',
    groups: ['maths'],
    rooms: ['maths-room'],
  });
const rex = (site: Site) => at(site, { ...nobody, ...person, kind: 'runner', id: 'rex' });

/** The same ids on every site, so that only tenant and site keep them apart. */
export const ACTORS: readonly Actor[] = [
  tina(HOME),
  at(HOME, {
    ...nobody,
    ...person,
    kind: 'tutor',
    id: 'tom',
    groups: ['chess'],
    people: ['ben'],
    clients: ['ben-pc'],
    rooms: ['chess-room'],
  }),
  mia(HOME),
  annPc(HOME),
  at(HOME, { ...nobody, kind: 'device', id: 'lone-pc', userId: 'lone', authType: 'session' }),
  rex(HOME),
  ...[SECOND, RIVAL].flatMap((site) => [tina(site), mia(site), annPc(site), rex(site)]),
];

/** What an actor may publish and subscribe to, with the actor's own ids. Decision 20 describes the last wills of tutors. */
export function grantsOf(actor: Actor): { publish: string[]; subscribe: string[] } {
  const S = `${actor.tenant}/${actor.site}`;
  const { id, groups, people, clients, rooms, userId, authType } = actor;
  const leaves = (base: string, ...ends: string[]) => ends.map((end) => `${base}/${end}`);
  const inRooms = rooms.flatMap((room) =>
    leaves(`${S}/live-rooms/${room}`, 'connected', 'send-message', 'disconnect'),
  );
  const hearRooms = rooms.map((room) => `${S}/live-rooms/${room}/#`);

  if (actor.kind === 'tutor') {
    const T = `${S}/tutors/${id}/v1`;
    const ofPeople = people.flatMap((user) => [`${T}/users/${user}`, `${T}/sessions/${user}`]);
    return {
      publish: [
        ...groups.flatMap((group) => leaves(`${T}/groups/${group}`, 'actions', 'demands')),
        ...ofPeople.flatMap((base) => leaves(base, 'actions', 'demands')),
        ...ofPeople.flatMap((base) =>
          clients.flatMap((client) => leaves(`${base}/clients/${client}`, 'actions', 'demands')),
        ),
        ...leaves(`${T}/siterunners`, 'wol', 'actions'),
        `${T}/requeststopscreenshares`,
        ...inRooms,
        `${S}/lastwill/tutors/${id}`,
      ],
      subscribe: [
        `${T}/backchannel/#`,
        ...groups.map((group) => `${S}/groups/${group}/feedback/#`),
        ...groups.map((group) => `${S}/groups/${group}/orders`),
        `${S}/lastwill/#`,
        `${S}/notifications/v1`,
        ...hearRooms,
        ...(actor.maintainer ? [`${S}/presence/#`] : []),
      ],
    };
  }
  if (actor.kind === 'runner')
    return {
      publish: [`${S}/tutors/+/v1/backchannel/runner-${id}/#`],
      subscribe: leaves(`${S}/tutors/+/v1/siterunners`, 'wol', 'actions'),
    };
  const mine = `${S}/tutors/+/v1/${authType === 'user' ? 'users' : 'sessions'}/${userId}`;
  return {
    publish: [
      ...groups.map((group) => `${S}/groups/${group}/feedback/${id}/#`),
      `${S}/tutors/+/v1/backchannel/${id}/#`,
      `${S}/presence/${authType}/${userId}/${id}`,
      `${S}/lastwill/${authType}/${userId}/${id}`,
      `${S}/events/${id}`,
      ...inRooms,
    ],
    subscribe: [
      ...groups.map((group) => `${S}/tutors/+/v1/groups/${group}/#`),
      ...leaves(mine, 'actions', 'demands'),
      ...leaves(`${mine}/clients/${id}`, 'actions', 'demands'),
      `${S}/tutors/+/v1/requeststopscreenshares`,
      `${S}/clients/${id}/#`,
      `${S}/lastwill/tutors/+`,
      ...hearRooms,
    ],
  };
}

/** Does the grant hold everything that the filter (or topic) can match? */
export function within(filter: string, grant: string): boolean {
  const [asked, given] = [filter.split('/'), grant.split('/')];
  for (const [i, level] of given.entries()) {
    if (level === '#') return true;
    const word = asked[i];
    if (word === undefined || word === '#' || (level !== '+' && level !== word)) return false;
  }
  return asked.length === given.length;
}

/** Every kind of topic of the table, with everybody's ids, on one site. */
function topicsOf({ tenant, site }: Site): string[] {
  const S = `${tenant}/${site}`;
  const leaves = ['actions', 'demands'];
  const perTutor = TUTORS.flatMap((tutor) => {
    const T = `${S}/tutors/${tutor}/v1`;
    const people = ['users', 'sessions'];
    return [
      ...GROUPS.flatMap((group) => leaves.map((leaf) => `${T}/groups/${group}/${leaf}`)),
      ...people.flatMap((kind) =>
        PEOPLE.flatMap((user) => leaves.map((leaf) => `${T}/${kind}/${user}/${leaf}`)),
      ),
      ...people.flatMap((kind) =>
        SEATS.flatMap(([user, client]) =>
          leaves.map((leaf) => `${T}/${kind}/${user}/clients/${client}/${leaf}`),
        ),
      ),
      ...['wol', 'actions', 'other'].map((leaf) => `${T}/siterunners/${leaf}`),
      `${T}/requeststopscreenshares`,
      ...[...CLIENTS, 'runner-rex', 'runner-max', 'rex', 'platform'].map(
        (client) => `${T}/backchannel/${client}/reply`,
      ),
      `${S}/lastwill/tutors/${tutor}`,
      // Nothing that the table names.
      `${S}/tutors/${tutor}/v2/groups/maths/actions`,
      `${S}/tutors/${tutor}/actions`,
    ];
  });
  const seats = ['user', 'session'].flatMap((kind) =>
    SEATS.flatMap(([user, client]) => [
      `${S}/presence/${kind}/${user}/${client}`,
      `${S}/lastwill/${kind}/${user}/${client}`,
    ]),
  );
  return [
    ...perTutor,
    ...GROUPS.flatMap((group) =>
      CLIENTS.flatMap((client) =>
        ['info', 'thumbnail'].map((kind) => `${S}/groups/${group}/feedback/${client}/${kind}`),
      ),
    ),
    ...seats,
    ...CLIENTS.flatMap((client) => [
      `${S}/events/${client}`,
      `${S}/clients/${client}/groups`,
      `${S}/clients/${client}/orders`,
    ]),
    ...GROUPS.map((group) => `${S}/groups/${group}/orders`),
    ...ROOMS.flatMap((room) =>
      ['messages', 'connected', 'send-message', 'disconnect', 'other'].map(
        (type) => `${S}/live-rooms/${room}/${type}`,
      ),
    ),
    ...[`${S}/notifications/v1`, `${S}/notifications/v2`, `${S}/other/thing`, `${S}/groups/maths/members`],
  ];
}

/** On every site, with one level more and one less, and what is on no site. */
export const TOPICS: readonly string[] = [
  ...new Set([
    ...SITES.flatMap(topicsOf),
    ...topicsOf(HOME).flatMap((topic) => [`${topic}/more`, topic.split('/').slice(0, -1).join('/')]),
    ...['acme', '/acme/one/notifications/v1', 'acme//one/notifications/v1', 'ACME/one/notifications/v1'],
    ...['acme/one//feedback/ann-pc/info', '$SYS/broker/uptime', 'one/acme/notifications/v1'],
  ]),
];

/** Every topic as a filter, with `+` at each level, and `#` behind each beginning. */
export const FILTERS: readonly string[] = [
  ...new Set([
    ...SITES.flatMap(topicsOf),
    ...[...topicsOf(HOME), ...topicsOf(RIVAL)].flatMap((topic) => {
      const levels = topic.split('/');
      return [
        topic.replaceAll(/[^/]+/g, '+'),
        ...levels.map((_, i) => levels.with(i, '+').join('/')),
        ...levels.map((_, i) => [...levels.slice(0, i), '#'].join('/')),
        `${topic}/#`,
      ];
    }),
    ...['$SYS/#', '+/+/notifications/v1', '/+/one/#', 'acme/+/#'],
  ]),
];
