/**
 * The table of imports. `tests/contracts/floors.test.ts` checks the floors of folders. From the libraries,
 * `npm run fix` writes `scripts/lint/biome.walls.json` for the linter. Tests and fakes are outside the walls.
 */

/**
 * The folders of each realm from the top floor down. A folder imports folders of lower floors only. `*`
 * stands for each folder there, `.` for the files beside the folders.
 */
export const FLOORS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  src: [
    ['.'],
    ['routes'],
    ['screens/*', 'screens/admin/*'],
    ['features/action-entries', 'features/device-card'],
    ['features/*'],
    ['features/action-bar', 'features/policy-events'],
    ['shell'],
    ['peer'],
    ['rest', 'live'],
    ['session', 'ui'],
    ['protocol'],
    ['domain/policies'],
    ['domain'],
  ],
  server: [
    ['.'],
    ['platform'],
    ['rest'],
    ['sync', 'wake'],
    ['directories', 'extension', 'media', 'processes', 'operations', 'options'],
    ['broker', 'peer'],
    ['auth'],
    ['http'],
    ['store'],
    ['base'],
  ],
  // The page and the extension run in a browser, so they stand beside agent/node and below the programs of Node.
  agent: [
    ['simulated', 'desktop'],
    ['runner'],
    ['node', 'page', 'extension'],
    ['mqtt', 'peer', 'student-ui'],
    ['core'],
  ],
  workers: [['chunks', 'clock', 'inventory', 'live']],
  sw: [['.']],
};

/** Libraries by what they are for. */
const platform = [
  'aedes',
  'fastify',
  '@fastify/*',
  'kysely',
  'pg',
  'ioredis',
  'mqtt-packet',
  '@electric-sql/*',
  'oidc-provider',
  'jose',
  'prom-client',
];
const node = ['node:*', 'ws', '@napi-rs/*', '@roamhq/wrtc'];
const precache = ['workbox-*', '!workbox-window'];
const state = ['@tanstack/*', 'valtio', 'valtio/**'];
/** Parts without looks, for what browsers do not have; `src/ui` alone draws with them. */
const kit = ['react-aria*', 'react-aria*/**', 'react-stately'];
const drawing = ['react', 'react-dom', 'react-dom/**', '@mdi/*', ...kit, ...state, 'workbox-window'];
const peers = ['mqtt', 'simple-peer', 'simple-peer/**'];

/** Imports that a folder must not have (patterns as in a .gitignore), and the reason. */
type Refusal = readonly [patterns: readonly string[], why: string];
/** `files` and the imports that they must not have. */
type Wall = readonly [files: string, ...refusals: readonly Refusal[]];

const noPlatform: Refusal = [[...platform, ...node], 'A library of the platform has no place here.'];
const noInterface: Refusal = [drawing, 'There is no interface here.'];
const noConnection: Refusal = [
  ['mqtt', ...precache],
  'A tab has no broker connection and no precache of its own.',
];
const noKit: Refusal = [kit, 'The console draws with the parts of src/ui.'];
const noDoor: Refusal = [
  ['comlink', 'idb', 'workbox-window'],
  'Input and output have their own doors: src/live, src/session, src/rest, src/shell.',
];
const brokerOfAgents: Refusal = [['mqtt'], 'Agents reach the broker through agent/mqtt.'];
const noRealm: Refusal = [
  ['src', 'server', 'agent', 'workers', 'sw'].map((realm) => `**/${realm}/**`),
  'Realms never import each other: take #domain/… and #protocol/…, or pass it in.',
];
const noFakes: Refusal = [
  ['**/fakes/**', '**/*-fixture.ts', '**/*-fixture.tsx', '**/open-test-*', '**/fake-*'],
  'What stands in for something in tests is in a folder fakes/, and only tests import it.',
];

/** A folder that imports these libraries alone. */
const only = (...libraries: string[]): Refusal => [
  ['**', '!./**', '!../**', '!#*/**', ...libraries.map((library) => `!${library}`)],
  `This folder is pure: it imports ${libraries.join(', ') || 'no library'} and folders below it.`,
];

const tab = [noPlatform, noConnection, noKit] as const;
const walls: readonly Wall[] = [
  ['src/*.{ts,tsx}', noPlatform, noConnection],
  ['src/routes/**', ...tab],
  ['src/screens/**', ...tab, noDoor],
  ['src/features/**', ...tab, noDoor],
  ['src/{shell,rest,live,peer,session}/**', ...tab],
  [
    'src/ui/**',
    noPlatform,
    noConnection,
    noDoor,
    [state, 'Parts of src/ui know nothing: props in, events out.'],
  ],
  ['src/domain/**', only()],
  ['src/domain/policies/**', only('valibot', 'ipaddr.js')],
  ['src/protocol/**', only('valibot')],
  ['workers/**', noPlatform, noInterface, [precache, noInterface[1]]],
  [
    'workers/{chunks,inventory}/**',
    noPlatform,
    noInterface,
    [peers, 'This worker knows no broker and no peers.'],
  ],
  ['sw/**', noPlatform, noInterface, [['mqtt', 'comlink', 'idb'], 'The service worker keeps answers only.']],
  [
    'server/**',
    noInterface,
    [
      ['mqtt', 'comlink', 'idb', '@napi-rs/*', ...precache],
      'The platform is the broker, or dials one in server/broker/external, and draws nothing.',
    ],
  ],
  // The platform is a client of a broker outside of it.
  [
    'server/broker/external/dialled-door.ts',
    noInterface,
    [['comlink', 'idb', '@napi-rs/*', ...precache], 'The platform draws nothing.'],
  ],
  // A thread of its own decodes uploaded pictures, because half a second of it would hold up the broker.
  [
    'server/media/picture-thread.mjs',
    noInterface,
    [['mqtt', 'comlink', 'idb', ...precache], 'This thread knows one picture.'],
  ],
  ['agent/core/**', only('valibot')],
  ['agent/mqtt/**', only('mqtt')],
  [
    'agent/{node,runner,simulated,desktop}/**',
    [[...platform, ...precache, 'comlink', 'idb'], noPlatform[1]],
    brokerOfAgents,
    noInterface,
  ],
  ['agent/peer/**', noPlatform, [[...precache, 'idb'], noPlatform[1]], brokerOfAgents, noInterface],
  [
    'agent/extension/{background,content}/**',
    noPlatform,
    noInterface,
    [precache, 'A worker of the extension stores no answers.'],
    brokerOfAgents,
  ],
  ['agent/student-ui/**', only('react', '@mdi/js', 'valibot')],
  ['agent/page/**', noPlatform, [[...kit, '@tanstack/*'], 'The student page is small.'], brokerOfAgents],
];

/** The content of `scripts/lint/biome.walls.json`. */
export function wallsFile(): string {
  const outside = ['!**/*.test.ts', '!**/*.test.tsx', '!**/fakes/**'];
  const overrides = walls.map(([files, ...refusals]) => {
    const patterns = [...refusals, noRealm, noFakes].map(([group, message]) => ({ group, message }));
    const noRestrictedImports = { level: 'error', options: { patterns } };
    return { includes: [files, ...outside], linter: { rules: { style: { noRestrictedImports } } } };
  });
  const lines = overrides.map((override) => `    ${JSON.stringify(override)}`).join(',\n');
  const schema = '../../node_modules/@biomejs/biome/configuration_schema.json';
  return `{\n  "$schema": "${schema}",\n  "overrides": [\n${lines}\n  ]\n}\n`;
}
