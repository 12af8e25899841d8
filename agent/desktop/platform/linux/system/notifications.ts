/** Notifications by the desktop's own service. */
import { spawn } from 'node:child_process';
import { DONE, FAILED, type Outcome, UNAVAILABLE } from '../../../../core/outcome.ts';
import type { Offer } from '../../platform.ts';
import { runProgram } from './run-program.ts';

const NAME = 'Lectern';
const USUAL = ['--app-name', NAME, '--urgency', 'critical'];

/** The notification stays until the student closes it. Markup of the service is shown as it is written. */
export async function showNotification({
  title,
  message,
}: {
  title: string;
  message: string;
}): Promise<Outcome> {
  const shown = await runProgram('notify-send', [...USUAL, '--', title || NAME, withoutMarkup(message)]);
  if (shown !== undefined) return DONE;
  return (await hasNotifications()) ? FAILED : UNAVAILABLE;
}

/** Desktops without buttons on notifications show the question, and it is never answered. */
export function showOffer({
  title,
  message,
  button,
}: {
  title: string;
  message: string;
  button: string;
}): Offer {
  const args = [...USUAL, '--wait', `--action=chosen=${button}`];
  const child = spawn('notify-send', [...args, '--', title, withoutMarkup(message)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => {
    output += String(data);
  });
  return {
    chosen: new Promise((resolve) => {
      child.once('error', () => resolve(false));
      child.once('close', () => resolve(/^chosen$/m.test(output)));
    }),
    // The program closes its notification at this signal.
    withdraw: () => void child.kill('SIGINT'),
  };
}

export const hasNotifications = async (): Promise<boolean> =>
  (await runProgram('notify-send', ['--version'])) !== undefined;

const withoutMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
