/** Small responses that several operations share. */
import * as v from 'valibot';

export const idSchema = v.object({ id: v.string() });
export const deletedCountSchema = v.object({ deleted: v.number() });
export const emptySchema = v.object({});
