/** Parses JSON from the address. A value that is parsed already is returned as it is. Undefined: no JSON. */
export function listOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
