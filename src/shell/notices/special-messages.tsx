import { useQuery } from '@tanstack/react-query';
import { specialMessagesQuery } from '#rest/special-messages.ts';
import { lazyPart } from '../lazy/lazy-part.tsx';

/** Loaded on demand, because most tenants rarely have announcements. */
const AnnouncementList = lazyPart(async () => (await import('./announcement-list.tsx')).AnnouncementList);

export function SpecialMessages() {
  const { data } = useQuery(specialMessagesQuery());
  return data === undefined || data.length === 0 ? null : <AnnouncementList messages={data} />;
}
