/** The input of a power action. Times are whole seconds, at most a day, and optional. */
import type { ActionInput } from '#protocol/action-parameters.ts';
import { m } from './messages.ts';

export type PowerInput = ActionInput<'powerAction'>;

export type PowerForm = {
  action: PowerInput['action'] | undefined;
  /** Seconds as typed; blank is allowed. */
  countdown: string;
  repeatIn: string;
  allowToAbort: boolean;
  message: string;
};

export const EMPTY_POWER: PowerForm = {
  action: undefined,
  countdown: '',
  repeatIn: '',
  allowToAbort: false,
  message: '',
};

export type PowerErrors = { action?: string; countdown?: string; repeatIn?: string };

const MAX_SECONDS = 86_400;

/** Returns the seconds, undefined for blank, or an error. */
function readSeconds(typed: string): { seconds: number | undefined } | { error: string } {
  const text = typed.trim();
  if (text === '') return { seconds: undefined };
  if (!/^\d+$/.test(text)) return { error: m.notANumber };
  const seconds = Number(text);
  return seconds > MAX_SECONDS ? { error: m.tooLong } : { seconds };
}

export function readPower(form: PowerForm): { what: PowerInput } | { errors: PowerErrors } {
  const countdown = readSeconds(form.countdown);
  const repeatIn = readSeconds(form.repeatIn);
  const { action, allowToAbort } = form;
  if (action === undefined || 'error' in countdown || 'error' in repeatIn) {
    return {
      errors: {
        ...(action === undefined && { action: m.actionMissing }),
        ...('error' in countdown && { countdown: countdown.error }),
        ...('error' in repeatIn && { repeatIn: repeatIn.error }),
      },
    };
  }
  // Repeating makes sense only if students may abort the action.
  if (!allowToAbort && (repeatIn.seconds ?? 0) > 0) return { errors: { repeatIn: m.repeatNeedsAbort } };
  return {
    what: {
      action,
      ...(countdown.seconds !== undefined && { countdown: countdown.seconds }),
      ...(repeatIn.seconds !== undefined && { repeatIn: repeatIn.seconds }),
      allowToAbort,
      message: form.message.trim(),
    },
  };
}
