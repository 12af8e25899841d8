import * as v from 'valibot';

/** `T/requeststopscreenshares`: these sessions end for every device that shares in them. An empty list asks nothing. */
export const stopScreenSharesSchema = v.object({
  sessionIds: v.pipe(
    v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(128))),
    v.minLength(1),
    v.maxLength(500),
  ),
});
