/**
 * A place to go on after sign-in: a path of this origin, else `/`. Refuses other origins in every
 * spelling that browsers accept: `//evil`, `/\evil`, `https:…`, `javascript:…`, tabs and line breaks in between.
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
  // `/.//evil` normalises to `//evil`, and the sign-in pages themselves are no place to go on to.
  if (path.startsWith('//') || /^\/(redirect|sign-in|sign-up)(?![^/?#])/.test(path)) return '/';
  return path;
}
