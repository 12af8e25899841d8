/** The tutor's choices in the dialog, and what follows from them. */
import { defaultPreset, type Encoding } from '#domain/encoding.ts';
import type { ShareWish } from '#peer/share/begin-share.ts';
import type { Recipient } from '#protocol/threads/live-action.ts';
import type { ActionPlace, ActionTarget } from '../action-bar/action-target.ts';
import type { Remembered } from '../action-bar/remembered.ts';
import { customForm, type EncodingForm, presetForm, readEncoding } from './sessions/encoding-form.ts';

export type ConnectedTarget = ActionTarget & { recipient: Recipient };

export type ShareChoice = {
  source: 'own' | 'student';
  studentKey: string | undefined;
  displayId: string | undefined;
  audience: 'group' | 'selected';
};

/** Selects the group if all of its devices are selected. */
export const firstChoice = (place: ActionPlace, recipients: readonly ConnectedTarget[]): ShareChoice => ({
  source: 'own',
  studentKey: undefined,
  displayId: undefined,
  audience: place.kind === 'group' && place.isWhole(recipients) ? 'group' : 'selected',
});

/** The chosen display, otherwise the primary one; undefined if the device has not reported its displays. */
export function chosenDisplay(
  { displayId }: ShareChoice,
  student: ActionTarget | undefined,
): string | undefined {
  const displays = student?.displays ?? [];
  return displayId ?? (displays.find(({ primary }) => primary) ?? displays[0])?.id;
}

/** The devices that watch, without the one whose screen is shared. */
export const viewersOf = (
  choice: ShareChoice,
  recipients: readonly ConnectedTarget[],
): readonly ConnectedTarget[] =>
  choice.source === 'student' ? recipients.filter(({ key }) => key !== choice.studentKey) : recipients;

/** The expected number of viewers. */
export function expectedCount(
  choice: ShareChoice,
  { place, recipients }: { place: ActionPlace; recipients: readonly ConnectedTarget[] },
): number {
  const selected = viewersOf(choice, recipients).length;
  if (place.kind !== 'group' || choice.audience === 'selected') return selected;
  const here = (place.deviceCount?.() ?? 0) - (choice.source === 'student' ? 1 : 0);
  return Math.max(here, selected);
}

export function audienceWish(
  choice: ShareChoice,
  context: { place: ActionPlace; recipients: readonly ConnectedTarget[] },
): Omit<ShareWish, 'encoding'> {
  const { place, recipients } = context;
  const count = expectedCount(choice, context);
  if (place.kind === 'group' && choice.audience === 'group')
    return { audience: { groupId: place.groupId }, groupId: place.groupId, title: place.title, count };
  const viewers = viewersOf(choice, recipients);
  const [only] = viewers;
  return {
    audience: { clients: viewers.map(({ recipient }) => recipient) },
    ...(place.kind === 'group' && { groupId: place.groupId }),
    title: viewers.length === 1 && only ? only.name : '',
    count,
  };
}

/** The quality follows from the number of devices, unless the tutor's last share had custom settings. */
export function firstEncoding(remembered: Remembered<'encoding'> | undefined, count: number): EncodingForm {
  if (remembered === undefined) return presetForm(defaultPreset(count));
  const { isCustom, ...encoding } = remembered;
  return isCustom ? customForm(encoding) : presetForm(defaultPreset(count), encoding);
}

/** The custom settings are stored for the next time, also when a preset was used. */
export function toRemember(form: EncodingForm, taken: Encoding): Remembered<'encoding'> {
  const own = readEncoding({ ...form, choice: 'custom' });
  const encoding = 'encoding' in own ? own.encoding : taken;
  // Invalid settings are not recalled, because the schema rejects them.
  return { isCustom: form.choice === 'custom', ...encoding } as Remembered<'encoding'>;
}
