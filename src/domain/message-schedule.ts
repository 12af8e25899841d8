/** Special messages are shown from startDate to endDate. Times are epoch milliseconds. */

export type ScheduledMessage = { startDate: string; endDate: string };

function range(message: ScheduledMessage): { startMs: number; endMs: number } | undefined {
  const startMs = Date.parse(message.startDate);
  const endMs = Date.parse(message.endDate);
  return Number.isNaN(startMs) || Number.isNaN(endMs) ? undefined : { startMs, endMs };
}

/** The messages to show at this moment; both ends count. A message with an unreadable date is never shown. */
export function messagesAt<M extends ScheduledMessage>(messages: readonly M[], nowMs: number): M[] {
  return messages.filter((message) => {
    const shown = range(message);
    return shown !== undefined && shown.startMs <= nowMs && nowMs <= shown.endMs;
  });
}

/** When the result of `messagesAt` changes next; undefined: never. */
export function nextMessageChange(messages: readonly ScheduledMessage[], nowMs: number): number | undefined {
  const moments = messages
    .flatMap((message) => {
      const shown = range(message);
      return shown === undefined ? [] : [shown.startMs, shown.endMs + 1];
    })
    .filter((moment) => moment > nowMs);
  return moments.length === 0 ? undefined : Math.min(...moments);
}
