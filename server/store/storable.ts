/** Finds JSON values that a table cannot store. */

/** Deeper than any stored value; PostgreSQL can store much deeper ones but cannot read them back. */
const MAX_DEPTH = 32;

type Place = { path: readonly (string | number)[]; value: unknown };

/** Path and reason of a value that cannot be stored. No recursion, because the sender chooses the depth. */
export function unstorableIn(
  root: unknown,
): { path: readonly (string | number)[]; reason: string } | undefined {
  const places: Place[] = [{ path: [], value: root }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { path, value } = place;
    if (typeof value === 'string' && !isStorable(value)) {
      return { path, reason: 'Invalid text: it holds a character that cannot be kept' };
    }
    if (typeof value !== 'object' || value === null) continue;
    if (path.length >= MAX_DEPTH) return { path: path.slice(0, 1), reason: 'Invalid value: nested too deep' };
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) return { path, reason: 'Invalid key: it holds a character that cannot be kept' };
      places.push({ path: [...path, key], value: inner });
    }
  }
  return undefined;
}

/** PostgreSQL refuses NUL, and halves of surrogate pairs. */
const isStorable = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text);
