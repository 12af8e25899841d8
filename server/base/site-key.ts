/** Keys that identify a site and a group in the tables. */

export type SiteKey = { tenant: string; site: string };
export type GroupKey = SiteKey & { groupId: string };
