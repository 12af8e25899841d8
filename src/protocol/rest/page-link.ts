import * as v from 'valibot';

/**
 * `GET /sites/{id}/page-link`: opens the site's student page, at `/student/#site={site}&key={key}` on the
 * tenant's host. `POST` makes another key: the earlier link no longer opens anything, and pages that used it
 * are signed out. For tutors with management access.
 */
export const pageLinkSchema = v.object({ site: v.string(), key: v.string() });
export type PageLink = v.InferOutput<typeof pageLinkSchema>;
