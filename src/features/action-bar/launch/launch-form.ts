/** The input of a launch: an address, or a command. */
import { readPageAddress } from '../page-address.ts';
import { m } from './messages.ts';

export type LaunchForm = { mode: 'url' | 'command'; url: string; command: string; args: string };

export const EMPTY_LAUNCH: LaunchForm = { mode: 'url', url: '', command: '', args: '' };

type LaunchWhat = { url: string } | { command: string; args: string };

/** Returns the parsed form, or the error of the field that the mode requires. */
export function readLaunch(form: LaunchForm): { what: LaunchWhat } | { error: string } {
  if (form.mode === 'command') {
    const command = form.command.trim();
    return command === '' ? { error: m.commandMissing } : { what: { command, args: form.args.trim() } };
  }
  const read = readPageAddress(form.url);
  return 'error' in read ? read : { what: read };
}
