import * as v from 'valibot';

/**
 * `GET /sites/{id}/page-link`: what opens the site's student page, at `/student/#site={site}&key={key}` of the tenant's
 * host. `POST` makes another key: the link of before opens nothing any more, and pages that came in by it are signed
 * out. For tutors with management access.
 */
export const pageLinkSchema = v.object({ site: v.string(), key: v.string() });
export type PageLink = v.InferOutput<typeof pageLinkSchema>;
