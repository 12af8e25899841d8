import * as v from 'valibot';

/** A person of the directory. The interface splits first and last name from `name`. */
export const userSchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  email: v.optional(v.nullable(v.string())),
  properties: v.optional(v.looseObject({ picture: v.optional(v.string()) }), {}),
});
export const userListSchema = v.array(userSchema);
export type User = v.InferOutput<typeof userSchema>;
