/** Calls the platform over HTTP. */
import type * as v from 'valibot';
import { type Fetch, type JsonRequest, requestJson } from '#protocol/json-request.ts';

/** Rejects with an AppError. */
export type PlatformCall = <T>(request: JsonRequest, schema: v.GenericSchema<unknown, T>) => Promise<T>;

const TIMEOUT_MS = 10_000;

export const createPlatformCall =
  (fetch: Fetch): PlatformCall =>
  (request, schema) =>
    requestJson(fetch, { timeoutMs: TIMEOUT_MS, ...request }, schema);
