import { parsedJson } from '../parsed-json.ts';

/** Parses JSON from the address. A value that is parsed already is returned as it is. Undefined: no JSON. */
export const listOf = (value: unknown): unknown => (typeof value === 'string' ? parsedJson(value) : value);
