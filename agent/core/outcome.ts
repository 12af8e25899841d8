/** The outcome of an operation on a device. A failure has the code of the reply that reports it. */
export type Outcome = { ok: true } | Failure;
export type Failure = { ok: false; code: string };
/** Operations that take no time return the outcome itself. */
export type Eventually<Result> = Result | Promise<Result>;

export const DONE = { ok: true } as const satisfies Outcome;
/** The operation is impossible or forbidden now, on this item. */
export const REFUSED = { ok: false, code: 'refused' } as const satisfies Outcome;
/** This device never supports the operation. */
export const UNSUPPORTED = { ok: false, code: 'unsupported' } as const satisfies Outcome;
/** The operation may succeed later. */
export const UNAVAILABLE = { ok: false, code: 'unavailable' } as const satisfies Outcome;
export const FAILED = { ok: false, code: 'failed' } as const satisfies Outcome;

/** Runs an operation outside of an action. An error that it throws becomes the outcome `failed`. */
export async function attempt<Result>(operation: () => Eventually<Result>): Promise<Result | typeof FAILED> {
  try {
    return await operation();
  } catch {
    return FAILED;
  }
}
