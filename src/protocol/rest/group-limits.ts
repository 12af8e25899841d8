/** How much a group may have. */
export const MAX_HOSTNAMES = 1_000;
export const MAX_HOSTNAME = 255;
export const MAX_MEMBERS = 20_000;
/** Checked against every device of a site: what it may cost has a limit. */
export const MAX_PATTERNS = 1_000;
export const MAX_PATTERN = 255;
