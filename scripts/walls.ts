/**
 * The import rules of every folder. `npm run fix` writes `biome.walls.json` from this table, and the linter
 * reads that file. Tests and fakes are exempt.
 */

/** Libraries, grouped by purpose. */
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
const precache = ['core', 'precaching', 'routing', 'strategies', 'expiration', 'cacheable-response'].map(
  (part) => `workbox-${part}`,
);
const state = ['@tanstack/*', 'valtio', 'valtio/**'];
/** Unstyled components for what browsers lack. Only `src/ui` draws with them. */
const kit = [
  'react-aria-components',
  'react-aria-components/**',
  'react-aria',
  'react-aria/**',
  'react-stately',
];
const drawing = ['react', 'react-dom', 'react-dom/**', '@mdi/*', ...kit, ...state, 'workbox-window'];

/** The folders of `src` from top to bottom. `src/protocol` and `src/domain` lie below all of them. */
const FLOORS = [['routes'], ['screens'], ['features'], ['shell'], ['rest', 'live', 'peer', 'session', 'ui']];
/** The levels of `src/features` from top to bottom. A feature imports only features of lower levels. */
const FEATURES = [
  ['action-entries', 'device-card'],
  [
    'class-orders',
    'directory',
    'files',
    'group-members',
    'policies',
    'polls',
    'remote-control',
    'sharing',
    'wake',
    'why-dark',
  ],
  ['action-bar', 'policy-events'],
];
const REALMS = ['src', 'server', 'agent', 'workers', 'sw'];

/** Files directly in a folder, one level deeper, or further down. Their relative paths out of it differ. */
const LEVELS = ['/*', '/*/*', '/*/*/**'];

/** Refused imports (patterns as in a .gitignore) and the reason. */
type Refusal = readonly [patterns: readonly string[], why: string];
type Wall = { files: readonly string[]; refusals: readonly Refusal[] };

const foreignLibraries = [...platform, ...node];
const noPlatform: Refusal = [foreignLibraries, 'A library of the platform has no place here.'];
const noInterface: Refusal = [drawing, 'There is no interface here.'];
const noConnection: Refusal = [
  [...foreignLibraries, 'mqtt', ...precache],
  'A tab has no platform, no broker connection and no precache of its own.',
];
const noDoor: Refusal = [
  ['comlink', 'idb', 'workbox-window'],
  'Input and output have their own doors: src/live, src/session, src/rest, src/shell.',
];
const brokerOfAgents: Refusal = [['mqtt'], 'Agents reach the broker through agent/mqtt.'];
const noFakes: Refusal = [
  ['**/fakes/**', '**/*-fixture.ts', '**/*-fixture.tsx', '**/open-test-*', '**/fake-*'],
  'What stands in for something in tests is in a folder fakes/, and only tests import it.',
];
const unknowing = 'Parts of src/ui know nothing: props in, events out.';
const noScreen =
  'Screens do not import screens: what two share belongs in src/features, src/ui or src/domain.';

/** The table, with one or two rows for each folder. */
const walls: readonly Wall[] = [
  ...pure('src/domain', ['#domain/**'], 'src/domain is pure: it imports only itself.'),
  ...pure(
    'src/domain/policies',
    ['../*.ts', '../devices/*.ts', 'valibot', 'ipaddr.js'],
    'The rules of policies read what people write: valibot, ipaddr.js, src/domain, nothing else.',
  ),
  ...pure(
    'src/protocol',
    // The protocol's version, in version.ts.
    ['#domain/**', '#protocol/**', 'valibot', '../../package.json'],
    'src/protocol is pure: it imports valibot, src/domain and itself.',
  ),
  { files: ['src/*.{ts,tsx}'], refusals: [noConnection, realmsBut('src')] },
  ...floor('routes'),
  ...neighbours('src/screens/*', ['*'], floor('screens', noDoor), noScreen),
  ...neighbours('src/screens/admin/*', ['*'], floor('screens', noDoor), noScreen),
  ...floor('features', noDoor),
  ...FEATURES.flat().flatMap((name) => feature(name)),
  ...floor('shell'),
  ...['rest', 'live', 'peer', 'session'].flatMap((folder) => floor(folder)),
  ...floor('ui', noDoor, [state, unknowing], [folders('rest', 'live', 'peer', 'session'), unknowing]),
  {
    files: ['workers/**'],
    refusals: [noPlatform, noInterface, [precache, noInterface[1]], realmsBut('workers')],
  },
  {
    files: ['workers/chunks/**'],
    refusals: [
      noPlatform,
      noInterface,
      [['mqtt', 'simple-peer', 'simple-peer/**'], 'This worker knows files and a data channel, not peers.'],
      realmsBut('workers', 'live'),
    ],
  },
  {
    files: ['workers/inventory/**'],
    refusals: [
      noPlatform,
      noInterface,
      [
        ['mqtt', 'simple-peer', 'simple-peer/**'],
        'This worker reads over REST: it knows no broker and no peers.',
      ],
      realmsBut('workers', 'live', 'chunks'),
    ],
  },
  {
    files: ['sw/**'],
    refusals: [
      [[...foreignLibraries, 'mqtt', 'comlink', 'idb'], 'The service worker keeps answers, nothing else.'],
      noInterface,
      realmsBut('sw'),
    ],
  },
  {
    files: ['server/**'],
    refusals: [
      [
        ['mqtt', 'comlink', 'idb', '@napi-rs/*', ...precache],
        'The platform is the broker, or dials one in server/broker/external, and draws nothing.',
      ],
      noInterface,
      realmsBut('server'),
    ],
  },
  {
    // With an external broker, the platform is an MQTT client.
    files: ['server/broker/external/dialled-door.ts'],
    refusals: [
      [['comlink', 'idb', '@napi-rs/*', ...precache], 'The platform draws nothing.'],
      noInterface,
      realmsBut('server'),
    ],
  },
  {
    // A worker thread decodes and re-encodes uploaded pictures: half a second of that would block the broker.
    files: ['server/media/picture-thread.mjs'],
    refusals: [
      [['mqtt', 'comlink', 'idb', ...precache], 'This thread knows one picture.'],
      noInterface,
      realmsBut('server'),
    ],
  },
  ...pure(
    'agent/core',
    ['#domain/**', '#protocol/**', 'valibot'],
    'agent/core is pure: transport, screen and clock are passed in.',
  ),
  ...pure(
    'agent/mqtt',
    ['../core/**', '#domain/**', '#protocol/**', 'mqtt'],
    'agent/mqtt runs in Node and in a page: it knows the library of the broker and the core, nothing else.',
  ),
  {
    files: ['agent/{node,runner,peer,simulated}/**'],
    refusals: [
      [[...platform, ...precache, 'comlink', 'idb'], noPlatform[1]],
      brokerOfAgents,
      noInterface,
      realmsBut('agent'),
    ],
  },
  {
    files: ['agent/page/**'],
    refusals: [
      [
        [...foreignLibraries, ...kit, '@tanstack/*'],
        'The student page is small, and has no platform of its own.',
      ],
      brokerOfAgents,
      realmsBut('agent', 'node', 'runner', 'simulated'),
    ],
  },
];

/** A folder that imports only itself and the named modules. */
function pure(folder: string, named: readonly string[], why: string): Wall[] {
  const allowed = named.map((pattern) => `!${pattern}`);
  return LEVELS.map((level, below) => {
    const inside = ['!./**', ...(below > 0 ? ['!../**'] : []), ...(below > 1 ? ['!../../**'] : [])];
    const outside = `${'../'.repeat(below + 1)}**`;
    return { files: [folder + level], refusals: [[['**', ...inside, outside, ...allowed], why]] };
  });
}

/** A folder of `src`. It imports no folder of a higher floor. */
function floor(folder: string, ...more: Refusal[]): Wall[] {
  const above = FLOORS.slice(
    0,
    FLOORS.findIndex((names) => names.includes(folder)),
  ).flat();
  const order = FLOORS.map((names) => (names.length > 1 ? `{${names.join(' ')}}` : names[0])).join(', ');
  const why = `The floors of src go down: ${order}, {protocol domain}.`;
  const down: Refusal[] = above.length > 0 ? [[folders(...above), why]] : [];
  const parts: Refusal[] = folder === 'ui' ? [] : [[kit, 'The console draws with the parts of src/ui.']];
  return [
    { files: [`src/${folder}/**`], refusals: [noConnection, realmsBut('src'), ...parts, ...down, ...more] },
  ];
}

/** A folder of `src/features`. It imports only features of lower levels. */
function feature(name: string): Wall[] {
  const storey = FEATURES.findIndex((names) => names.includes(name));
  const refused = FEATURES.slice(0, storey + 1).flat();
  const order = FEATURES.map((names) => `{${names.join(' ')}}`).join(', ');
  const others = refused.filter((other) => other !== name);
  const why = `Features import those of lower storeys: ${order}.`;
  return neighbours(`src/features/${name}`, others, floor('features', noDoor), why);
}

/** Files of `folder` (two or three levels deep) must not import its sibling folders with these names. */
function neighbours(folder: string, names: readonly string[], walls: readonly Wall[], why: string): Wall[] {
  const depth = folder.split('/').length - 1;
  return walls.flatMap(({ refusals }) =>
    LEVELS.map((level, below) => {
      const ups = Array.from({ length: depth - 1 }, (_, up) => '../'.repeat(below + up + 1));
      const refused = ups.flatMap((up) => names.map((name) => `${up}${name}/**`));
      const allowed = `!${'../'.repeat(below + depth)}**`;
      return { files: [folder + level], refusals: [...refusals, [[...refused, allowed], why]] };
    }),
  );
}

function realmsBut(own: string, ...more: string[]): Refusal {
  return [
    [...REALMS.filter((realm) => realm !== own), ...more].map((realm) => `**/${realm}/**`),
    'Realms never import each other: take #domain/… and #protocol/…, or pass it in.',
  ];
}

function folders(...names: string[]): string[] {
  return [...names.map((name) => `**/${name}/**`), '!#protocol/**', '!#domain/**'];
}

/** The content of `biome.walls.json`. */
export function wallsFile(): string {
  const outside = ['!**/*.test.ts', '!**/*.test.tsx', '!**/fakes/**'];
  const overrides = walls.map(({ files, refusals }) => {
    const patterns = [...refusals, noFakes].map(([group, message]) => ({ group, message }));
    const noRestrictedImports = { level: 'error', options: { patterns } };
    return { includes: [...files, ...outside], linter: { rules: { style: { noRestrictedImports } } } };
  });
  const lines = overrides.map((override) => `    ${JSON.stringify(override)}`).join(',\n');
  const schema = './node_modules/@biomejs/biome/configuration_schema.json';
  return `{\n  "$schema": "${schema}",\n  "overrides": [\n${lines}\n  ]\n}\n`;
}
