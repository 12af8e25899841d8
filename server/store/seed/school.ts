/**
 * The students of the demo school with their devices, computed from the number of students alone. The seed
 * inserts them into the directory, and the demo class gives the same data to the simulated devices.
 */
import { drawNames, mailbox, type PersonName } from './names.ts';

/** The class of the demonstration, and the number of its students who connect and disconnect. */
export const DEMO_CLASS = '7A';
const CLASS_SIZE = 30;
const COMING_AND_GOING = 3;
const LATECOMERS_END = CLASS_SIZE + COMING_AND_GOING;
/** Students in the demo school's directory: enough to page, search and filter. */
export const DIRECTORY_SIZE = 420;
/** Limits for filling the school; with more a first start would take minutes. */
export const SCHOOL_SIZE = { min: DIRECTORY_SIZE, max: 20_000 };

/** Number of students to plan so that `online` of them stay connected. */
export const plannedFor = (online: number) => online + COMING_AND_GOING;
/** Beyond the class, every 20th student sits at a machine without an account: a session, not a user. */
const GUEST_EVERY = 20;
const NUMBER_DIGITS = 5;
const YEARS = [7, 8, 9, 10, 11, 12, 13];

export type Display = { id: string; name: string; primary: boolean; width: number; height: number };
export type Traits = { privacy?: boolean; locked?: boolean; muted?: boolean; comesAndGoes?: boolean };

export type Student = {
  name: PersonName;
  /** Undefined: not in the directory. */
  user: { id: string; email: string } | undefined;
  /** For example `7A`. */
  className: string;
  device: {
    id: string;
    type: 'windowsAgent' | 'extension';
    hostname: string;
    serialNumber: string;
    version: string;
    displays: Display[];
    /** Address for waking; undefined for a Chromebook, which cannot be woken. */
    macAddress: string | undefined;
  };
  traits: Traits;
};

export type SchoolPlan = {
  prefix: { windows: string; chrome: string };
  domain: string;
  idPrefix: string;
  seed: number;
};

export const RIVERSIDE: SchoolPlan = {
  prefix: { windows: 'RS', chrome: 'CB' },
  domain: 'riverside.example',
  idPrefix: 'r',
  seed: 7,
};
export const HILLCREST: SchoolPlan = {
  prefix: { windows: 'HC', chrome: 'HB' },
  domain: 'hillcrest.example',
  idPrefix: 'h',
  seed: 11,
};
export const SIXTH_FORM: SchoolPlan = {
  prefix: { windows: 'SF', chrome: 'SB' },
  domain: 'sixthform.example',
  idPrefix: 's',
  seed: 13,
};

/** Students in order: the class, then those who connect and disconnect, then all other classes. */
export function planStudents(plan: SchoolPlan, count: number): Student[] {
  return drawNames(count, plan.seed).map((name, index) => planStudent(plan, name, index));
}

function planStudent(plan: SchoolPlan, name: PersonName, index: number): Student {
  const { className, seat } = placeOf(index);
  const type = index % 2 === 0 ? 'windowsAgent' : 'extension';
  const windows = type === 'windowsAgent';
  const number = String(index + 1).padStart(NUMBER_DIGITS, '0');
  const guest = index >= LATECOMERS_END && index % GUEST_EVERY === GUEST_EVERY - 1;
  return {
    name,
    user: guest
      ? undefined
      : { id: `${plan.idPrefix}-u-${number}`, email: `${mailbox(name)}@${plan.domain}` },
    className,
    device: {
      id: `${plan.idPrefix}-d-${number}`,
      type,
      hostname: `${windows ? plan.prefix.windows : plan.prefix.chrome}-${className}-${String(seat).padStart(2, '0')}`,
      serialNumber: `${windows ? 'PF' : '5CD'}${plan.prefix.windows}${number}`,
      version: windows ? '4.2.1' : '3.8.0',
      displays: displaysOf(windows, index),
      macAddress: windows ? macAddressOf(plan, index) : undefined,
    },
    traits: traitsOf(index),
  };
}

/** Number of the student in the school, starting at 1; the serial number ends with it. */
export const numberOf = ({ device }: Student): number => Number(device.serialNumber.slice(-NUMBER_DIGITS));

/** A locally administered address, so that it belongs to no real device: `02`, the school, the machine. */
function macAddressOf({ seed }: SchoolPlan, index: number): string {
  const digits = `02${seed.toString(16).padStart(2, '0')}${(index + 1).toString(16).padStart(8, '0')}`;
  return digits.replaceAll(/(..)(?!$)/g, '$1:');
}

/** 7A holds the class and its students who come and go; the others are split into classes of 30. */
function placeOf(index: number): { className: string; seat: number } {
  if (index < LATECOMERS_END) return { className: DEMO_CLASS, seat: index + 1 };
  const beyond = index - LATECOMERS_END;
  const order = 1 + Math.floor(beyond / CLASS_SIZE);
  const year = YEARS[order % YEARS.length];
  const letter = String.fromCharCode(65 + (Math.floor(order / YEARS.length) % 26));
  // After 7Z … 13Z the letters start again with a number behind them.
  const round = Math.floor(order / (YEARS.length * 26));
  return { className: `${year}${letter}${round === 0 ? '' : round + 1}`, seat: 1 + (beyond % CLASS_SIZE) };
}

function displaysOf(windows: boolean, index: number): Display[] {
  if (!windows) return [{ id: 'd1', name: 'Built-in display', primary: true, width: 1366, height: 768 }];
  const first = { id: 'd1', name: 'Display 1', primary: true, width: 1920, height: 1080 };
  const hasSecond = index % 10 === 4;
  return hasSecond
    ? [first, { id: 'd2', name: 'Display 2', primary: false, width: 1280, height: 1024 }]
    : [first];
}

/** A class of 30 shows each state once and leaves most devices normal. */
function traitsOf(index: number): Traits {
  if (index >= CLASS_SIZE && index < LATECOMERS_END) return { comesAndGoes: true };
  switch (index % CLASS_SIZE) {
    case 11:
      return { privacy: true };
    case 17:
      return { locked: true };
    case 22:
      return { muted: true };
    default:
      return {};
  }
}
