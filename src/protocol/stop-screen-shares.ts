import * as v from 'valibot';

/** `T/requeststopscreenshares`: ends these sessions for every device that takes part. Never empty. */
export const stopScreenSharesSchema = v.object({
  sessionIds: v.pipe(
    v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(128))),
    v.minLength(1),
    v.maxLength(500),
  ),
});
