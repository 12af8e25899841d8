const MAX_NAMED = 10;
/** Shortens a list of ids for a message to people. */
export const fewIds = (ids: readonly string[]) =>
  ids.length <= MAX_NAMED
    ? ids.join(', ')
    : `${ids.slice(0, MAX_NAMED).join(', ')} and ${ids.length - MAX_NAMED} more`;
