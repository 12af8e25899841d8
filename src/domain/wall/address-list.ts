/** What an address says as JSON, or as the value that a link was made of; undefined: no JSON. */
export function listOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
