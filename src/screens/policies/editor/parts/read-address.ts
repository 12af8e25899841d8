import { pageAddress } from '../../../../features/action-bar/page-address.ts';
import { m } from '../messages.ts';

export const MAX_ADDRESS = 8_192;

/** The address of a page as it was typed, with its scheme; or what is wrong with it. */
export function readAddress(typed: string): { url: string } | { error: string } {
  if (typed.trim() === '') return { error: m.addressMissing };
  const url = pageAddress(typed);
  return url === undefined ? { error: m.addressWrong } : { url };
}
