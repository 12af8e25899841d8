/** What a site and a group are found by in the tables. */

export type SiteKey = { tenant: string; site: string };
export type GroupKey = SiteKey & { groupId: string };
