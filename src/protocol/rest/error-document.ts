import * as v from 'valibot';

/** The body of every failed answer of the platform. `messages`: one text for each fault, for people. */
export const errorDocumentSchema = v.object({
  code: v.string(),
  message: v.string(),
  /** The first field of the body or query that was wrong, as a dotted path. */
  field: v.optional(v.string()),
  messages: v.optional(v.array(v.string()), []),
  /** Seconds after which another try makes sense. */
  retryAfter: v.optional(v.number()),
});
export type ErrorDocument = v.InferOutput<typeof errorDocumentSchema>;
