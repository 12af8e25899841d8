import * as v from 'valibot';

export const tagSchema = v.object({ id: v.string(), name: v.string() });
export const tagListSchema = v.array(tagSchema);
export type Tag = v.InferOutput<typeof tagSchema>;

/** `tags` are tag ids; `subnodes` are nested child sites. */
export type Site = { id: string; name: string; tags: string[]; subnodes: Site[] };
export const siteSchema: v.GenericSchema<unknown, Site> = v.object({
  id: v.string(),
  name: v.string(),
  tags: v.optional(v.array(v.string()), []),
  subnodes: v.optional(v.array(v.lazy(() => siteSchema)), []),
});
export const siteDocumentListSchema = v.array(siteSchema);
