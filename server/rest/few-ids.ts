const MAX_NAMED = 10;
/** For a message: a thousand ids are none. */
export const fewIds = (ids: readonly string[]) =>
  ids.length <= MAX_NAMED
    ? ids.join(', ')
    : `${ids.slice(0, MAX_NAMED).join(', ')} and ${ids.length - MAX_NAMED} more`;
