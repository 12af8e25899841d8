/** Tens of thousands of people and devices, each computed from its number when a page needs it. */
import type { StandInDevice, StandInPerson, StandInSchool } from './stand-in-school.ts';

const PEOPLE_UNIT = '/Students';
const DEVICES_UNIT = '/Devices';
const DOMAIN = 'riverside.example';
/** Larger than all numbers of the school itself. */
const FIRST = 100_000;
const EMAIL = /^pupil\.(\d+)@riverside\.example$/;

/** A list that creates its items on demand. */
type LongList<T> = { length: number; slice(from: number, end: number): T[] };

/** People of a unit and of those below it. */
export function peopleBelow({ people, crowd }: StandInSchool, unit: string): LongList<StandInPerson> {
  const own = people.filter((person) => isBelow(person.unit, unit));
  return withCrowd(own, isBelow(PEOPLE_UNIT, unit) ? crowd.people : 0, pupil);
}

/** Both providers have the devices of the crowd. */
export function devicesBelow(
  { devices, crowd }: StandInSchool,
  unit: string,
  isChromebook: boolean,
): LongList<StandInDevice> {
  const own = devices.filter((device) => device.isChromebook === isChromebook && isBelow(device.unit, unit));
  const count = isBelow(DEVICES_UNIT, unit) ? crowd.devices : 0;
  return withCrowd(own, count, (index) => crowdDevice(index, isChromebook));
}

export function personByEmail({ people, crowd }: StandInSchool, email: string): StandInPerson | undefined {
  const wanted = email.toLowerCase();
  const number = Number(EMAIL.exec(wanted)?.[1]);
  if (number >= 1 && number <= crowd.people) return pupil(number - 1);
  return people.find((person) => person.email === wanted);
}

/** The crowd has the same domain as the students of the school itself. */
export const hasDomain = ({ people }: StandInSchool, domain: string): boolean =>
  people.some(({ email }) => email.endsWith(`@${domain.toLowerCase()}`));

const isBelow = (unit: string, above: string) =>
  above === '/' || unit === above || unit.startsWith(`${above}/`);

function withCrowd<T>(own: readonly T[], crowd: number, make: (index: number) => T): LongList<T> {
  const length = own.length + crowd;
  return {
    length,
    slice(from, end) {
      const items = own.slice(from, end);
      const last = Math.min(end, length) - own.length;
      for (let index = Math.max(0, from - own.length); index < last; index++) items.push(make(index));
      return items;
    },
  };
}

const pupil = (index: number): StandInPerson => ({
  number: FIRST + index,
  name: `Pupil ${index + 1}`,
  email: `pupil.${index + 1}@${DOMAIN}`,
  unit: PEOPLE_UNIT,
});

function crowdDevice(index: number, isChromebook: boolean): StandInDevice {
  const number = String(index + 1).padStart(6, '0');
  return {
    number: FIRST + index,
    serialNumber: `CRWD${number}`,
    hostname: `CRWD-${number}`,
    model: isChromebook ? 'Chromebook 11' : 'Laptop 11',
    isChromebook,
    user: pupil(index).email,
    unit: DEVICES_UNIT,
  };
}
