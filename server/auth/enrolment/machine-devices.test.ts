/** Which machines are one device: cases of real schools, each a row of logins and the devices that they become. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthFixture, createAuthFixture } from '../fakes/auth-fixture.ts';
import { createEnrolment, type Enrolment } from './enrolment.ts';

let at: AuthFixture;
let enrolment: Enrolment;
beforeAll(async () => {
  at = await createAuthFixture();
  enrolment = createEnrolment({
    db: at.store.db,
    mostPages: 10,
    knowsConnections: true,
    clock: at.now,
    wait: async () => {},
  });
}, 60_000);
afterAll(() => at.close());
beforeEach(() => at.store.db.deleteFrom('devices').execute());

type Login = {
  serial?: string;
  macs?: string[];
  /** The id of the agent's installation. */
  agent?: string;
  type?: 'windowsAgent' | 'extension';
  user?: string;
  /** It stays connected; else its connection has ended when the next machine logs in. */
  stays?: true;
};
type Step = [hostname: string, login?: Login];
/** One letter for each login, the same for the same device. */
type Case = [title: string, steps: Step[], devices: string];

const [M1, M2, M3, M4] = ['3c:52:82:00:00:01', '3c:52:82:00:00:02', '3c:52:82:00:00:03', '3c:52:82:00:00:04'];
const DOCK = '3c:52:82:00:00:99';

/** Three machines with one text in place of a serial number. */
const filler = (text: string): Case => [
  `three machines that say ${JSON.stringify(text)}`,
  [
    ['PC-1', { serial: text }],
    ['PC-2', { serial: text }],
    ['PC-3', { serial: text }],
    ['PC-1', { serial: text }],
  ],
  'ABCA',
];

const FILLERS: Case[] = [
  'To Be Filled By O.E.M.',
  'to be filled by o.e.m.',
  ' To be filled by O.E.M. ',
  'Default string',
  'DEFAULT STRING',
  'System Serial Number',
  'SystemSerialNumb',
  'Chassis Serial Number',
  'Base Board Serial Number',
  'Type2 - Board Serial Number',
  '0',
  '00000000',
  'None',
  'N/A',
  'Not Specified',
  'Not Applicable',
  'Not Available',
  'INVALID',
  'Unknown',
  '123456789',
  '0123456789',
  '0123456789ABCDEF',
  'SYS-1234567890',
  'xxxxxxxxxxx',
  'FFFFFFFF',
  '...',
  '',
  '   ',
  'OEM',
  'Standard',
  '03000200-0400-0500-0006-000700080009',
].map(filler);

const SPELLINGS: Case[] = [
  [
    'a serial number in small letters',
    [
      ['PC-1', { serial: 'ABC1X' }],
      ['PC-2', { serial: 'abc1x' }],
    ],
    'AA',
  ],
  [
    'blanks around a serial number',
    [
      ['PC-1', { serial: 'ABC1X' }],
      ['PC-2', { serial: '  ABC1X\t' }],
    ],
    'AA',
  ],
  [
    'blanks inside',
    [
      ['PC-1', { serial: 'VMware-56 4d 1f' }],
      ['PC-2', { serial: 'VMware-564d 1f' }],
    ],
    'AA',
  ],
  [
    'letters of another alphabet',
    [
      ['PC-1', { serial: 'PC0HX' }],
      ['PC-2', { serial: 'РС0НХ' }],
    ],
    'AA',
  ],
  [
    'wide letters',
    [
      ['PC-1', { serial: '5CG12' }],
      ['PC-2', { serial: '５ＣＧ１２' }],
    ],
    'AA',
  ],
  [
    'invisible letters',
    [
      ['PC-1', { serial: '5CG12' }],
      ['PC-2', { serial: '\u200B5CG12\uFEFF' }],
    ],
    'AA',
  ],
  [
    'two numbers that differ in one letter',
    [
      ['PC-1', { serial: '5CG1O' }],
      ['PC-1', { serial: '5CG10' }],
    ],
    'AB',
  ],
  ['a name in capitals', [['lab-1'], ['LAB-1']], 'AA'],
  [
    'adapters as other systems write them',
    [
      ['PC-1', { macs: ['3C-52-82-00-00-01', '3c:52:82:00:00:02'] }],
      ['PC-9', { macs: ['3c52.8200.0002', '3C5282000001'] }],
    ],
    'AA',
  ],
];

const ONE_MACHINE: Case[] = [
  [
    'renamed',
    [
      ['PC-1', { serial: 'R1X' }],
      ['PC-2', { serial: 'R1X' }],
    ],
    'AA',
  ],
  [
    'renamed, with a filler and an agent that keeps its id',
    [
      ['PC-1', { serial: '0', agent: 'i1' }],
      ['PC-2', { serial: '0', agent: 'i1' }],
    ],
    'AA',
  ],
  [
    'renamed, with a filler and the same adapters',
    [
      ['PC-1', { serial: 'None', macs: [M1] }],
      ['PC-2', { serial: 'None', macs: [M1] }],
    ],
    'AA',
  ],
  [
    'imaged anew',
    [
      ['PC-1', { serial: 'R1X', macs: [M1], agent: 'i1' }],
      ['PC-1', { serial: 'R1X', macs: [M1], agent: 'i2' }],
    ],
    'AA',
  ],
  [
    'imaged anew under another name',
    [
      ['PC-1', { serial: 'R1X', macs: [M1], agent: 'i1' }],
      ['MININT-7', { serial: 'R1X', macs: [M1], agent: 'i2' }],
    ],
    'AA',
  ],
  [
    'imaged anew with a filler',
    [
      ['PC-1', { macs: [M1, M2], agent: 'i1' }],
      ['PC-1', { macs: [M1, M2], agent: 'i2' }],
    ],
    'AA',
  ],
  [
    'restarted before its connection was known to be lost',
    [
      ['PC-1', { serial: 'R1X', stays: true }],
      ['PC-1', { serial: 'R1X' }],
    ],
    'AA',
  ],
  [
    'restarted with an id, a filler and its adapters',
    [
      ['PC-1', { serial: '0', macs: [M1], agent: 'i1', stays: true }],
      ['PC-1', { serial: '0', macs: [M1], agent: 'i1' }],
    ],
    'AA',
  ],
  ['without any hint but its name', [['PC-1'], ['PC-1']], 'AA'],
  [
    'whose agent learned to read the serial number',
    [['PC-1'], ['PC-1', { serial: 'R1X' }], ['PC-2', { serial: 'R1X' }]],
    'AAA',
  ],
  [
    'whose agent could not read the serial number once',
    [['PC-1', { serial: 'R1X' }], ['PC-1'], ['PC-2', { serial: 'R1X' }]],
    'AAA',
  ],
  [
    'whose agent was updated to one that keeps an id',
    [['PC-1'], ['PC-1', { agent: 'i1', macs: [M1] }], ['PC-2', { agent: 'i1', macs: [M1] }]],
    'AAA',
  ],
  [
    'with a new network card',
    [
      ['PC-1', { agent: 'i1', macs: [M1] }],
      ['PC-1', { agent: 'i1', macs: [M2] }],
    ],
    'AA',
  ],
  [
    'with and without its docking station',
    [
      ['PC-1', { serial: 'R1X', macs: [M1, DOCK] }],
      ['PC-1', { serial: 'R1X', macs: [M1] }],
    ],
    'AA',
  ],
  [
    'with a corrected serial number',
    [
      ['PC-1', { serial: 'R1X', macs: [M1], agent: 'i1' }],
      ['PC-1', { serial: 'R2X', macs: [M1], agent: 'i1' }],
    ],
    'AA',
  ],
  [
    'with two agents at once',
    [
      ['PC-1', { serial: 'R1X', stays: true }],
      ['PC-1', { serial: 'R1X', type: 'extension', stays: true }],
    ],
    'AA',
  ],
  [
    'with two agents at once and a filler',
    [
      ['PC-1', { serial: '0', stays: true }],
      ['PC-1', { serial: '0', type: 'extension', stays: true }],
    ],
    'AA',
  ],
  [
    'with two people signed in at once',
    [
      ['PC-1', { serial: 'R1X', user: 'ada', stays: true }],
      ['PC-1', { serial: 'R1X', user: 'bo', stays: true }],
    ],
    'AA',
  ],
  [
    'whose browser has an id for each profile',
    [
      ['CB-1', { serial: 'R1X', agent: 'p1' }],
      ['CB-1', { serial: 'R1X', agent: 'p2' }],
      ['CB-1', { serial: 'R1X', agent: 'p1' }],
    ],
    'AAA',
  ],
  [
    'with random addresses of its Wi-Fi',
    [
      ['PC-1', { serial: '0', macs: ['da:a1:19:00:00:01'] }],
      ['PC-1', { serial: '0', macs: ['da:a1:19:00:00:02'] }],
    ],
    'AA',
  ],
];

const SEVERAL_MACHINES: Case[] = [
  [
    'one name, two serial numbers',
    [
      ['LAB', { serial: 'R1X' }],
      ['LAB', { serial: 'R2X' }],
    ],
    'AB',
  ],
  [
    'one name, two at once without a hint',
    [
      ['LAB', { stays: true }],
      ['LAB', { stays: true }],
    ],
    'AB',
  ],
  [
    'one name, two at once with a filler',
    [
      ['LAB', { serial: '0', stays: true }],
      ['LAB', { serial: '0', stays: true }],
    ],
    'AB',
  ],
  [
    'one name, two installations',
    [
      ['LAB', { agent: 'i1' }],
      ['LAB', { agent: 'i2' }],
      ['LAB', { agent: 'i1' }],
    ],
    'ABA',
  ],
  [
    'one name, other adapters',
    [
      ['LAB', { macs: [M1] }],
      ['LAB', { macs: [M2] }],
      ['LAB', { macs: [M1] }],
    ],
    'ABA',
  ],
  [
    'a filler that is not known, two at once',
    [
      ['PC-1', { serial: 'ACME', stays: true }],
      ['PC-2', { serial: 'ACME', stays: true }],
      ['PC-3', { serial: 'ACME' }],
    ],
    'ABC',
  ],
  [
    'a filler that is not known, other adapters',
    [
      ['PC-1', { serial: 'ACME', macs: [M1] }],
      ['PC-2', { serial: 'ACME', macs: [M2] }],
      ['PC-1', { serial: 'ACME', macs: [M1] }],
    ],
    'ABA',
  ],
  [
    'cloned with the agent',
    [
      ['GOLD', { serial: 'R1X', macs: [M1], agent: 'g' }],
      ['GOLD', { serial: 'R2X', macs: [M2], agent: 'g' }],
      ['GOLD', { serial: 'R1X', macs: [M1], agent: 'g' }],
    ],
    'ABA',
  ],
  [
    'cloned with the agent, then renamed',
    [
      ['GOLD', { macs: [M1], agent: 'g' }],
      ['PC-2', { macs: [M2], agent: 'g' }],
      ['PC-3', { macs: [M3], agent: 'g' }],
      ['PC-2', { macs: [M2], agent: 'g' }],
    ],
    'ABCB',
  ],
  [
    'cloned with the agent, at once, with nothing else',
    [
      ['PC-1', { agent: 'g', stays: true }],
      ['PC-2', { agent: 'g', stays: true }],
      ['PC-3', { agent: 'g' }],
    ],
    'ABC',
  ],
  [
    'cloned with the agent and its name, at once, with nothing else',
    [
      ['GOLD', { agent: 'g', stays: true }],
      ['GOLD', { agent: 'g', stays: true }],
    ],
    'AB',
  ],
  [
    'cloned with the agent and its name, at once, with other adapters',
    [
      ['GOLD', { macs: [M1], agent: 'g', stays: true }],
      ['GOLD', { macs: [M2], agent: 'g', stays: true }],
    ],
    'AB',
  ],
  [
    'one serial number, two installations',
    [
      ['PC-1', { serial: 'ACME', agent: 'i1' }],
      ['PC-2', { serial: 'ACME', agent: 'i2' }],
      ['PC-1', { serial: 'ACME', agent: 'i1' }],
      ['PC-2', { serial: 'ACME', agent: 'i2' }],
    ],
    'ABAB',
  ],
  [
    'one serial number and one name, two installations at once',
    [
      ['PC', { serial: 'ACME', agent: 'i1', stays: true }],
      ['PC', { serial: 'ACME', agent: 'i2', stays: true }],
    ],
    'AB',
  ],
  [
    'one serial number and one name, other adapters and installations',
    [
      ['PC', { serial: 'ACME', macs: [M1], agent: 'i1' }],
      ['PC', { serial: 'ACME', macs: [M2], agent: 'i2' }],
    ],
    'AB',
  ],
  [
    'cloned virtual machines with one serial number',
    [
      ['VM-1', { serial: 'V1X', macs: [M1], agent: 'g', stays: true }],
      ['VM-2', { serial: 'V1X', macs: [M2], agent: 'g', stays: true }],
    ],
    'AB',
  ],
  [
    'that share a docking station',
    [
      ['PC-1', { macs: [M1, DOCK] }],
      ['PC-2', { macs: [M2, DOCK] }],
      ['PC-3', { macs: [M3, DOCK] }],
    ],
    'ABC',
  ],
  [
    'that share a docking station and a name',
    [
      ['PC', { macs: [M1, DOCK], agent: 'i1', stays: true }],
      ['PC', { macs: [M2, DOCK], agent: 'i2', stays: true }],
    ],
    'AB',
  ],
  [
    'that share a dongle',
    [
      ['PC-1', { macs: ['00:e0:4c:68:00:01'] }],
      ['PC-2', { macs: ['00:e0:4c:68:00:01'] }],
    ],
    'AB',
  ],
  [
    'that share an adapter, at once',
    [
      ['PC-1', { macs: [DOCK], stays: true }],
      ['PC-2', { macs: [DOCK], stays: true }],
      ['PC-3', { macs: [DOCK] }],
    ],
    'ABC',
  ],
  [
    'with the virtual adapters of VMware',
    [
      ['PC-1', { macs: ['00:50:56:C0:00:01', '00:50:56:C0:00:08'] }],
      ['PC-2', { macs: ['00:50:56:C0:00:01', '00:50:56:C0:00:08'] }],
    ],
    'AB',
  ],
  [
    'with an empty address',
    [
      ['PC-1', { macs: ['00:00:00:00:00:00'] }],
      ['PC-2', { macs: ['00:00:00:00:00:00'] }],
    ],
    'AB',
  ],
  [
    'with the address of a VPN client',
    [
      ['PC-1', { macs: ['00:05:9A:3C:7A:00'] }],
      ['PC-2', { macs: ['00:05:9A:3C:7A:00'] }],
    ],
    'AB',
  ],
  [
    'with a new mainboard, and its old one in use elsewhere',
    [
      ['PC-1', { serial: 'R1X', macs: [M1], agent: 'i1' }],
      ['PC-1', { serial: 'R2X', macs: [M2], agent: 'i1' }],
      ['PC-8', { serial: 'R1X', macs: [M1], agent: 'i8' }],
    ],
    'ABA',
  ],
  [
    'that swapped their names',
    [
      ['PC-1', { serial: 'R1X' }],
      ['PC-2', { serial: 'R2X' }],
      ['PC-2', { serial: 'R1X' }],
      ['PC-1', { serial: 'R2X' }],
    ],
    'ABAB',
  ],
  [
    'that swapped their names, with fillers and ids',
    [
      ['PC-1', { agent: 'i1', macs: [M1] }],
      ['PC-2', { agent: 'i2', macs: [M2] }],
      ['PC-2', { agent: 'i1', macs: [M1] }],
      ['PC-1', { agent: 'i2', macs: [M2] }],
    ],
    'ABAB',
  ],
  [
    'one retired, its name given to another',
    [
      ['PC-1', { serial: 'R1X', macs: [M1], agent: 'i1' }],
      ['PC-1', { serial: 'R2X', macs: [M4], agent: 'i2' }],
    ],
    'AB',
  ],
];

describe.each([
  ['fillers', FILLERS],
  ['spellings', SPELLINGS],
  ['one machine', ONE_MACHINE],
  ['several machines', SEVERAL_MACHINES],
])('%s', (_, cases) => {
  it.each(cases)('%s', async (_title, steps, devices) => {
    const ids: string[] = [];
    for (const [hostname, login = {}] of steps) ids.push(await logIn(hostname, login));
    const letters = [...new Set(ids)];
    expect(ids.map((id) => 'ABCDEF'[letters.indexOf(id)]).join('')).toBe(devices);
  });
});

it('are eighty cases and more', () => {
  expect([FILLERS, SPELLINGS, ONE_MACHINE, SEVERAL_MACHINES].flat().length).toBeGreaterThan(80);
});

it('two logins of one machine at once make one device', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => logIn('PC-1', { serial: 'R1X', macs: [M1] })));
  expect(new Set(ids).size).toBe(1);
});

async function logIn(hostname: string, { serial, macs, agent, type, user, stays }: Login): Promise<string> {
  at.pass(1_000);
  const result = await enrolment.device(
    'demo',
    {
      secret: 'site secret',
      type: type ?? 'windowsAgent',
      hostname,
      user: { name: user ?? 'Student' },
      ...(serial !== undefined && { serialNumber: serial }),
      ...(macs && { macAddresses: macs }),
      ...(agent !== undefined && { installationId: agent }),
    },
    { atPage: false, mayMakePage: () => true },
  );
  if (result.name !== 'enrolled') throw new Error(result.name);
  const { clientId, deviceId } = result.client;
  const connection = {
    connected_at: new Date(at.now()),
    ended_at: stays ? null : new Date(at.now()),
    ended_why: stays ? null : ('left' as const),
  };
  await at.store.db
    .insertInto('client_connections')
    .values({
      tenant: 'demo',
      client_id: clientId,
      replaced_at: null,
      refused_at: null,
      refused_why: null,
      ...connection,
    })
    .onConflict((row) => row.columns(['tenant', 'client_id']).doUpdateSet(connection))
    .execute();
  return deviceId;
}
