/** Form of Launch Action: a page or a program, and an interval in minutes. */
import type { EffectParameters } from '#domain/policies/effects.ts';
import type { LaunchForm as PlainLaunchForm } from '#features/action-bar/launch/launch-form.ts';
import { m as launchMessages } from '#features/action-bar/launch/messages.ts';
import { readPageAddress } from '#features/action-bar/page-address.ts';
import type { FieldErrors } from '#ui/field/use-fields.ts';
import { launch as m } from '../messages.ts';

type Launch = EffectParameters<'LaunchActionDefinition'>;

/** Fields as typed; `repeat` is in minutes. */
export type LaunchForm = PlainLaunchForm & { repeat: string };
export type LaunchErrors = FieldErrors<LaunchForm>;

export function launchFormOf(value: Launch | undefined): LaunchForm {
  const { selectedLaunch, url = '', command = '', args = '', repeatIn = 0 } = value ?? {};
  const mode = selectedLaunch ?? (url === '' && command !== '' ? 'command' : 'url');
  return { mode, url, command, args, repeat: repeatIn === 0 ? '' : String(Math.ceil(repeatIn / 60)) };
}

const MAX_MINUTES = 10_080;

export function readLaunch({
  mode,
  url,
  command,
  args,
  repeat,
}: LaunchForm): { what: Launch } | { errors: LaunchErrors } {
  const minutes = /^\d{1,6}$/.test(repeat.trim()) ? Number(repeat) : 0;
  const page = readPageAddress(url);
  const errors: LaunchErrors = {
    ...(mode === 'url' && 'error' in page && { url: page.error }),
    ...(mode === 'command' && command.trim() === '' && { command: launchMessages.commandMissing }),
    ...(minutes < 1 && { repeat: m.repeatWrong }),
    ...(minutes > MAX_MINUTES && { repeat: m.repeatTooLong }),
  };
  if (Object.keys(errors).length > 0) return { errors };
  const repeatIn = minutes * 60;
  if (mode === 'command')
    return { what: { selectedLaunch: mode, command: command.trim(), args: args.trim(), repeatIn } };
  return { what: { selectedLaunch: mode, ...('url' in page && { url: page.url }), repeatIn } };
}
