import { useQuery } from '@tanstack/react-query';
import { specialMessagesQuery } from '../../rest/special-messages.ts';
import { lazyPart } from '../lazy/lazy-part.tsx';

/** Most tenants announce nothing, most of the time. */
const AnnouncementList = lazyPart(async () => (await import('./announcement-list.tsx')).AnnouncementList);

/** What the tenant announces. */
export function SpecialMessages() {
  const { data } = useQuery(specialMessagesQuery());
  return data === undefined || data.length === 0 ? null : <AnnouncementList messages={data} />;
}
