const MOST_NAMED = 10;
/** For a message: a thousand ids are none. */
export const fewIds = (ids: readonly string[]) =>
  ids.length <= MOST_NAMED
    ? ids.join(', ')
    : `${ids.slice(0, MOST_NAMED).join(', ')} and ${ids.length - MOST_NAMED} more`;
