/**
 * The path to continue at after sign-in: a path of this origin, otherwise `/`. Refuses other origins in all
 * spellings that browsers accept: `//evil`, `/\evil`, `https:…`, `javascript:…`, tabs and line breaks.
 */
export function safePath(value: string | null | undefined): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these inside of addresses
  if (!value?.startsWith('/') || /[\\\u0000-\u0020\u007f]/.test(value)) return '/';
  const base = 'http://own.invalid';
  let url: URL;
  try {
    url = new URL(value, base);
  } catch {
    return '/';
  }
  if (url.origin !== base) return '/';
  const path = `${url.pathname}${url.search}${url.hash}`;
  // `/.//evil` normalises to `//evil`, and the sign-in pages are no place to continue at.
  if (path.startsWith('//') || /^\/(redirect|sign-in|sign-up)(?![^/?#])/.test(path)) return '/';
  return path;
}
