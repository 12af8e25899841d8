/** What a launch needs: an address, or a command. */
import { pageAddress } from '../page-address.ts';
import { m } from './messages.ts';

export type LaunchForm = { mode: 'url' | 'program'; url: string; command: string; args: string };

export const EMPTY_LAUNCH: LaunchForm = { mode: 'url', url: '', command: '', args: '' };

type LaunchWhat = { url: string } | { command: string; args: string };

/** What to launch, or what is wrong with the field of the mode. */
export function readLaunch(form: LaunchForm): { what: LaunchWhat } | { error: string } {
  if (form.mode === 'program') {
    const command = form.command.trim();
    return command === '' ? { error: m.commandMissing } : { what: { command, args: form.args.trim() } };
  }
  if (form.url.trim() === '') return { error: m.addressMissing };
  const url = pageAddress(form.url);
  return url === undefined ? { error: m.addressWrong } : { what: { url } };
}
