import * as v from 'valibot';

/**
 * `GET /site-runners/self/wake-targets?deviceIds=a,b | ?groupId=`: with a site runner's own token, which machines of its
 * site are meant and by which addresses they are woken. A device whose address nobody knows has none.
 */
export const wakeTargetSchema = v.object({
  deviceId: v.string(),
  macAddresses: v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}$/i))),
});
export const wakeTargetListSchema = v.array(wakeTargetSchema);
export type WakeTarget = v.InferOutput<typeof wakeTargetSchema>;
