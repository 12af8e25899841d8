/** Limits of a group. */
export const MAX_HOSTNAMES = 1_000;
export const MAX_HOSTNAME = 255;
export const MAX_MEMBERS = 20_000;
/** The limit bounds the cost, because patterns are compared with every device of a site. */
export const MAX_PATTERNS = 1_000;
export const MAX_PATTERN = 255;
