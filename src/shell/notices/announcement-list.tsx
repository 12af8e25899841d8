import { useEffect, useState } from 'react';
import { messagesAt, nextMessageChange } from '#domain/message-schedule.ts';
import type { SpecialMessage } from '#protocol/auth/tenant-configuration.ts';
import { platformNow } from '#session/platform-time.ts';
import { m } from '../messages.ts';
import { ToastCard } from '../toasts/toast-stack.tsx';
import { closedAnnouncements, storeClosedAnnouncements } from './closed-announcements.ts';
import styles from './special-messages.module.css';

/** Longer delays overflow the browser's timer. */
const MAX_WAIT_MS = 86_400_000;

/** The current time, updated only when a message begins or ends. */
function useMessageTime(messages: readonly SpecialMessage[]): number {
  const [nowMs, setNowMs] = useState(() => platformNow());
  useEffect(() => {
    const next = nextMessageChange(messages, nowMs);
    if (next === undefined) return;
    const timer = setTimeout(
      () => setNowMs(platformNow()),
      Math.min(MAX_WAIT_MS, Math.max(0, next - platformNow())),
    );
    return () => clearTimeout(timer);
  }, [messages, nowMs]);
  return nowMs;
}

const keyOf = (message: SpecialMessage) =>
  message.id ?? `${message.startDate} ${message.endDate} ${message.title}`;

/** Shows announcements during their period. Closed ones stay closed in this tab until the sign-out. */
export function AnnouncementList({ messages }: { messages: readonly SpecialMessage[] }) {
  const nowMs = useMessageTime(messages);
  const [closed, setClosed] = useState(closedAnnouncements);
  const shown = messagesAt(messages, nowMs).filter((message) => !closed.includes(keyOf(message)));
  const close = (message: SpecialMessage) => {
    const keys = [...closed, keyOf(message)];
    setClosed(keys);
    storeClosedAnnouncements(keys);
  };
  if (shown.length === 0) return null;
  return (
    <section aria-label={m.announcements}>
      <ul className={styles.list}>
        {shown.map((message) => (
          <ToastCard
            key={keyOf(message)}
            toast={{ ...message, isEvent: false }}
            onClose={() => close(message)}
          />
        ))}
      </ul>
    </section>
  );
}
