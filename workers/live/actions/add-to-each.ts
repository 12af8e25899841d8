/** Sends one message to several clients separately. Their common fate is `sent` if any was sent. */
import type { Fate, MessageQueue, QueuedMessage, QueueEvents } from '../broker/message-queue.ts';

/** Returns the cancel. Without messages the fate is `expired`, because there is no recipient. */
export function addToEach(
  queue: Pick<MessageQueue, 'add'>,
  messages: readonly QueuedMessage[],
  events: QueueEvents,
): () => void {
  const fates: Fate[] = [];
  if (messages.length === 0) events.onFate('expired');
  const onFate = (fate: Fate) => {
    fates.push(fate);
    if (fates.length < messages.length) return;
    events.onFate(fates.find((each) => each === 'sent') ?? fate);
  };
  const cancels = messages.map((message) => queue.add(message, { ...events, onFate }));
  return () => {
    for (const cancel of cancels) cancel();
  };
}
