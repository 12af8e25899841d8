import { expect, test } from 'vitest';
import { tutorNames, tutorTitle } from './tutor-names.ts';

const tutor = (name: string | null | undefined, properties = {}) => ({
  name,
  primaryEmail: 'ann@school.example',
  properties,
});

test.each([
  ['Ann Example', 'Ann Example'],
  ['', 'ann@school.example'],
  [null, 'ann@school.example'],
  [undefined, 'ann@school.example'],
])('a tutor with the name %j is called %s', (name, title) => {
  expect(tutorTitle(tutor(name))).toBe(title);
});

test.each<[string | null, object, string, string]>([
  ['Ann Example', { givenName: 'Anna', familyName: 'Ex' }, 'Anna', 'Ex'],
  ['Ann Example', { familyName: 'Ex' }, '', 'Ex'],
  ['Ann - Example', {}, 'Ann', 'Example'],
  ['Ann-Example-Smith', {}, 'Ann', 'Example-Smith'],
  ['Ann Example', {}, 'Ann Example', ''],
  [null, {}, 'ann@school.example', ''],
])('%j with %o is %s and %s', (name, properties, givenName, familyName) => {
  expect(tutorNames(tutor(name, properties))).toEqual({ givenName, familyName });
});
