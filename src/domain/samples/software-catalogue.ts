/** Made-up programs and drivers: as many as a large school has, the same every time. */
import { createRandom, type Random } from './random.ts';

type Versioned = { versions: readonly string[] };
export type CatalogueProgram = Versioned & { name: string; publisher: string };
export type CatalogueDriver = Versioned & { description: string; class: string; provider: string };

const HOUSES = [
  ...[
    'Alder',
    'Beacon',
    'Birchwood',
    'Bluefin',
    'Brightside',
    'Cedar',
    'Copperleaf',
    'Dunes',
    'Eastgate',
    'Elm',
  ],
  ...[
    'Fairway',
    'Fernhill',
    'Foxglove',
    'Greenfield',
    'Harbour',
    'Hazel',
    'Heron',
    'Highmoor',
    'Ivy',
    'Juniper',
  ],
  ...[
    'Kestrel',
    'Lakeside',
    'Larch',
    'Linden',
    'Marigold',
    'Meadow',
    'Millstone',
    'Nightjar',
    'Oakfield',
    'Orchard',
  ],
  ...[
    'Pebble',
    'Pinewood',
    'Quarry',
    'Redwing',
    'Ridgeway',
    'Rowan',
    'Sandpiper',
    'Silverbirch',
    'Skylark',
    'Spruce',
  ],
];
const FORMS = ['Software', 'Learning', 'Systems', 'Digital Ltd', 'Education', 'Labs', 'Media'];
const SUBJECTS = [
  ...[
    'Algebra',
    'Anatomy',
    'Animation',
    'Archive',
    'Astronomy',
    'Audio',
    'Backup',
    'Biology',
    'Chemistry',
    'Circuit',
  ],
  ...[
    'Climate',
    'Code',
    'Colour',
    'Conference',
    'Data',
    'Database',
    'Design',
    'Dictionary',
    'Drawing',
    'Electronics',
  ],
  ...[
    'Email',
    'Exam',
    'Fraction',
    'French',
    'Geography',
    'Geology',
    'Geometry',
    'German',
    'Grammar',
    'Graph',
  ],
  ...[
    'Handwriting',
    'History',
    'Image',
    'Language',
    'Latin',
    'Library',
    'Maths',
    'Mind Map',
    'Music',
    'Network',
  ],
  ...[
    'Notation',
    'Office',
    'Phonics',
    'Photo',
    'Physics',
    'Poetry',
    'Print',
    'Programming',
    'Project',
    'Quiz',
  ],
  ...[
    'Reading',
    'Robotics',
    'Scanner',
    'Science',
    'Sensor',
    'Sketch',
    'Spanish',
    'Spelling',
    'Statistics',
    'Typing',
  ],
];
const KINDS = [
  ...['Studio', 'Editor', 'Viewer', 'Workshop', 'Player', 'Trainer', 'Tools', 'Lab', 'Explorer', 'Companion'],
  ...[
    'Board',
    'Reader',
    'Maker',
    'Manager',
    'Classroom',
    'Runtime',
    'Toolkit',
    'Atlas',
    'Designer',
    'Helper',
  ],
  ...[
    'Converter',
    'Recorder',
    'Tutor',
    'Playground',
    'Simulator',
    'Suite',
    'Pack',
    'Connector',
    'Monitor',
    'Notes',
  ],
  ...['Plotter', 'Kit', 'Planner', 'Builder', 'Tester', 'Scanner', 'Sync', 'Updater', 'Server', 'Client'],
];
const PROGRAM_COUNT = 2_400;
/** Every 17th program has no publisher, and every 17th driver of a kind has no provider. */
const NAMELESS_EVERY = 17;

const DEVICE_KINDS: readonly [driverClass: string, description: string][] = [
  ['DISPLAY', 'Graphics adapter'],
  ['NET', 'Wireless network adapter'],
  ['NET', 'Ethernet controller'],
  ['MEDIA', 'Audio device'],
  ['HIDCLASS', 'Precision touchpad'],
  ['USB', 'USB host controller'],
  ['SYSTEM', 'Chipset device'],
  ['SYSTEM', 'PCI bridge'],
  ['PRINTER', 'Network printer'],
  ['PRINTQUEUE', 'Print queue'],
  ['CAMERA', 'Integrated camera'],
  ['BLUETOOTH', 'Bluetooth adapter'],
  ['MONITOR', 'Wide screen monitor'],
  ['KEYBOARD', 'Keyboard device'],
  ['MOUSE', 'Pointing device'],
  ['FIRMWARE', 'System firmware'],
  ['DISKDRIVE', 'Solid state drive'],
  ['SCSIADAPTER', 'Storage controller'],
  ['PROCESSOR', 'Processor'],
  ['BATTERY', 'Battery control'],
  ['SENSOR', 'Light sensor'],
  ['BIOMETRIC', 'Fingerprint reader'],
  ['SOFTWARECOMPONENT', 'Platform component'],
  ['EXTENSION', 'Driver extension'],
];
const MODELS_OF_A_KIND = 24;

const house = (number: number) =>
  `${HOUSES[number % HOUSES.length]} ${FORMS[Math.floor(number / HOUSES.length) % FORMS.length]}`;

function versionsOf(random: Random): string[] {
  const major = 1 + random.below(26);
  return Array.from(
    { length: 1 + random.below(4) },
    (_, step) => `${major}.${random.below(10) + step}.${random.below(4000)}`,
  );
}

export function createSoftwareCatalogue(): { programs: CatalogueProgram[]; drivers: CatalogueDriver[] } {
  const random = createRandom(59);
  const programs = Array.from({ length: PROGRAM_COUNT }, (_, number): CatalogueProgram => {
    // The step shares no factor with the number of names, so each comes once and neighbours differ.
    const at = (number * 1_009) % (SUBJECTS.length * KINDS.length);
    return {
      name: `${SUBJECTS[at % SUBJECTS.length]} ${KINDS[Math.floor(at / SUBJECTS.length)]}`,
      publisher: number % NAMELESS_EVERY === 0 ? '' : house(random.below(HOUSES.length * FORMS.length)),
      versions: versionsOf(random),
    };
  });
  const drivers = DEVICE_KINDS.flatMap(([driverClass, description]) =>
    Array.from(
      { length: MODELS_OF_A_KIND },
      (_, model): CatalogueDriver => ({
        description: `${description} ${100 + model * 20}`,
        class: driverClass,
        provider: model % NAMELESS_EVERY === 0 ? '' : house(random.below(HOUSES.length)),
        versions: versionsOf(random),
      }),
    ),
  );
  return { programs, drivers };
}
