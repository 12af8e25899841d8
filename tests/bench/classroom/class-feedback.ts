/** What the devices of a school say while their students work: records of about a kilobyte, in several versions. */
import type { AuthType } from '#domain/devices/device-type.ts';
import type { FeedbackKind } from '#protocol/feedback.ts';

export type FeedbackPerson = { clientId: string; userId: string; authType: AuthType; name: string };

/** Kinds that a console demands of a group beside pictures. */
export const SPOKEN_KINDS = ['statuses', 'tabs', 'applications'] as const satisfies FeedbackKind[];
type SpokenKind = (typeof SPOKEN_KINDS)[number];

export const personOf = (index: number): FeedbackPerson => ({
  clientId: `bench-client-${index}`,
  userId: `bench-user-${index}`,
  authType: 'user',
  name: `Student ${index}`,
});

/** `version`: another one is another record; the same one says nothing new. */
export function spoken(person: FeedbackPerson, kind: SpokenKind, version: number): Record<string, unknown> {
  return { ...address(person), ...body(kind, version) };
}

export const introduction = (person: FeedbackPerson) => ({
  ...address(person),
  type: 'windowsAgent',
  version: '4.2.0',
  os: 'Windows',
  displays: [{ id: 'd1', name: 'Built-in display', primary: true, width: 1_920, height: 1_080 }],
  device: { id: `device-${person.clientId}`, hostname: `RS-${person.clientId}`, serialNumber: 'SN-4711' },
  user: { id: person.userId, name: person.name },
});

const address = ({ clientId, userId, authType }: FeedbackPerson) => ({
  clientId,
  userId,
  authType,
  lastUpdated: 1_760_000_000_000,
});

function body(kind: SpokenKind, version: number): Record<string, unknown> {
  if (kind === 'tabs') {
    return {
      tabs: SITES.map(({ title, url }, i) => ({
        tabId: `tab-${i}`,
        title: i === version % SITES.length ? `${title} (${version})` : title,
        url: `${url}?lesson=${version}`,
        active: i === version % SITES.length,
        ...(i === 0 && { icon: ICON }),
      })),
    };
  }
  if (kind === 'applications') {
    return {
      applications: PROGRAMS.map((program, i) => ({
        appId: `app-${i}`,
        windowId: `window-${i}`,
        title: i === 0 ? `Essay ${version} - ${program}` : program,
        active: i === version % PROGRAMS.length,
        processName: `${program.toLowerCase()}.exe`,
        processPath: `C:\\Program Files\\${program}\\${program.toLowerCase()}.exe`,
        processId: 4_000 + i,
        ...(i === 0 && { icon: ICON }),
      })),
    };
  }
  return {
    privacy: false,
    shareScreen: false,
    screenShared: false,
    screenshareSessionIds: [`session-${version}`],
    lockSources: { action: false, policy: false },
    muteSources: { action: version % 2 === 1, policy: false },
    policies: { activePolicies: ['policy-web', 'policy-exam', 'policy-focus'] },
  };
}

const ICON = `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8'.repeat(6)}`;
const PROGRAMS = ['Writer', 'Calculator', 'Browser', 'Paint'];
const SITES = [
  {
    title: 'Photosynthesis - The Open Encyclopedia',
    url: 'https://encyclopedia.example/wiki/photosynthesis',
  },
  { title: 'Quadratic equations: practice', url: 'https://mathematics.example/practice/quadratic' },
  { title: 'Class 7A: assignments', url: 'https://classroom.example/7a/assignments' },
  { title: 'French vocabulary, unit 4', url: 'https://vocabulary.example/french/4' },
];
