/** The e-mail addresses of people who are invited. */

/** Somebody at something with a dot. Whether mail arrives there only shows when it is sent. */
const ADDRESS = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/;
/** RFC 5321 allows 64 letters before the @ and 255 behind it. */
export const MAX_EMAIL = 320;
/** Addresses of one call. */
export const MAX_INVITES = 200;

export const isEmailAddress = (text: string): boolean => text.length <= MAX_EMAIL && ADDRESS.test(text);

/** Entries are apart by commas or new lines. The first of several that differ only in case is the one that counts. */
export function parseInvites(text: string): string[] {
  const seen = new Map<string, string>();
  for (const entry of text.split(/[,\n\r]/)) {
    const address = entry.trim();
    const key = address.toLowerCase();
    if (address !== '' && !seen.has(key)) seen.set(key, address);
  }
  return [...seen.values()];
}
