import { describe, expect, test } from 'vitest';
import { PRESET_ENCODINGS } from '#domain/encoding.ts';
import type { ActionPlace } from '../action-bar/action-target.ts';
import { fakeTarget } from '../action-bar/fakes/fake-targets.ts';
import { formOf, readEncoding } from './sessions/encoding-form.ts';
import {
  audienceWish,
  type ConnectedTarget,
  chosenDisplay,
  expectedCount,
  firstChoice,
  firstEncoding,
  type ShareChoice,
  toRemember,
} from './share-wish.ts';

const recipients = ['c1', 'c2', 'c3'].map((key) => fakeTarget(key) as ConnectedTarget);
const group = (isWhole = false): ActionPlace => ({
  kind: 'group',
  groupId: 'g1',
  title: '7A',
  isWhole: () => isWhole,
  deviceCount: () => 24,
});
const own: ShareChoice = { source: 'own', studentKey: undefined, displayId: undefined, audience: 'selected' };
const student: ShareChoice = { ...own, source: 'student', studentKey: 'c2' };

describe('what is offered first', () => {
  test('is the group only where all of it is selected', () => {
    expect(firstChoice(group(true), recipients).audience).toBe('group');
    expect(firstChoice(group(), recipients).audience).toBe('selected');
    expect(firstChoice({ kind: 'device', clientId: 'c1' }, recipients).audience).toBe('selected');
  });
});

test.each([
  ['the selected ones', own, group(), 3],
  ['the selected ones without the student who shares', student, group(), 2],
  ['all of the group', { ...own, audience: 'group' }, group(), 24],
  ['all of the group without the student who shares', { ...student, audience: 'group' }, group(), 23],
  ['one device, wherever that is', { ...own, audience: 'group' }, { kind: 'device', clientId: 'c1' }, 3],
] as const)('expects to be watched by %s', (_, choice, place, count) => {
  expect(expectedCount(choice, { place, recipients })).toBe(count);
});

test('the display of a student is the primary one until another is chosen', () => {
  const displays = [
    { id: 'd1', primary: false },
    { id: 'd2', primary: true },
  ];
  const target = { ...fakeTarget('c2'), displays };
  expect(chosenDisplay(student, target)).toBe('d2');
  expect(chosenDisplay({ ...student, displayId: 'd1' }, target)).toBe('d1');
  expect(chosenDisplay(student, fakeTarget('c2'))).toBeUndefined();
});

describe('the audience', () => {
  const idsOf = (choice: ShareChoice, place: ActionPlace) => {
    const { audience } = audienceWish(choice, { place, recipients });
    return 'clients' in audience ? audience.clients.map(({ clientId }) => clientId) : audience;
  };
  test('is those who are selected; whoever shares is not among them', () => {
    expect(idsOf(own, group())).toEqual(['c1', 'c2', 'c3']);
    expect(idsOf(student, group())).toEqual(['c1', 'c3']);
  });
  test('is the group by one message', () => {
    expect(idsOf({ ...student, audience: 'group' }, group())).toEqual({ groupId: 'g1' });
  });
  test('is called by the group, or by the one device', () => {
    expect(audienceWish({ ...own, audience: 'group' }, { place: group(), recipients }).title).toBe('7A');
    for (const audience of ['group', 'selected'] as const)
      expect(audienceWish({ ...own, audience }, { place: group(), recipients }).groupId).toBe('g1');
    expect(audienceWish(own, { place: { kind: 'list', of: 'devices' }, recipients })).not.toHaveProperty(
      'groupId',
    );
    expect(audienceWish(own, { place: group(), recipients }).title).toBe('');
    expect(audienceWish(own, { place: group(), recipients: recipients.slice(0, 1) }).title).toBe(
      'Student c1',
    );
  });
});

describe('the quality', () => {
  const remembered = { ...PRESET_ENCODINGS.medium, maxBitrate: 800, maxFramerate: 5 as const };
  const before = { ...remembered, scaleResolutionDownBy: 1.5 as const, isCustom: true };

  test.each([
    [3, 'high'],
    [12, 'medium'],
    [24, 'low'],
  ])('for %i devices begins with %s', (count, preset) => {
    expect(firstEncoding(undefined, count).choice).toBe(preset);
    expect(firstEncoding({ ...before, isCustom: false }, count).choice).toBe(preset);
  });

  test('begins with the tutor’s own settings where those were used the last time', () => {
    const form = firstEncoding(before, 24);
    expect(form.choice).toBe('custom');
    expect(readEncoding(form)).toMatchObject({ encoding: { maxBitrate: 800, maxFramerate: 5 } });
  });

  test('that is remembered keeps the own settings beside a preset', () => {
    const form = { ...firstEncoding(before, 3), choice: 'high' as const };
    expect(toRemember(form, PRESET_ENCODINGS.high)).toMatchObject({ isCustom: false, maxBitrate: 800 });
    const wrong = { ...form, custom: { ...form.custom, maxBitrate: 'x' } };
    expect(toRemember(wrong, PRESET_ENCODINGS.high)).toMatchObject({ isCustom: false, maxBitrate: 2500 });
  });

  test('of a running share is its preset, or its own settings', () => {
    expect(formOf(PRESET_ENCODINGS.low).choice).toBe('low');
    expect(formOf({ ...PRESET_ENCODINGS.low, codec: 'VP9' }).choice).toBe('custom');
  });

  test.each(['99', '10001', '', 'fast'])('of one’s own is not taken with a bitrate of "%s"', (maxBitrate) => {
    const form = formOf({ ...PRESET_ENCODINGS.low, codec: 'VP9' });
    expect(readEncoding({ ...form, custom: { ...form.custom, maxBitrate } })).toEqual({
      error: 'Please enter a number from 100 to 10000',
    });
  });
});
