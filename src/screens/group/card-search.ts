/** Card search: by name, by open items of the device, and by the device's state. */
import { searchForWords } from '#domain/lists/search-text.ts';
import type { AbsentMember } from '#features/device-card/absent-members.ts';
import { deviceTitle, openItems, personName, pollLine } from '#live/device-facts.ts';
import { isLocked } from '#protocol/feedback.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import type { CardFilter } from './group-view.ts';

export type CardSearch = { query: string; filters: readonly CardFilter[] };

export const isSearching = ({ query, filters }: CardSearch): boolean =>
  query.trim() !== '' || filters.length > 0;

/** With privacy on, the open items are unknown, so the search cannot match them. */
const textsOf = (client: LiveClient) => [
  personName(client),
  client.info?.user?.name,
  deviceTitle(client),
  ...openItems(client).flatMap(({ title, url }) => [title, url]),
];

const PASSES: Record<CardFilter, (client: LiveClient, unseenCount: number) => boolean> = {
  events: (_, unseenCount) => unseenCount > 0,
  locked: ({ statuses }) => isLocked(statuses) || statuses?.lockSources?.policy === true,
  unanswered: ({ poll }) => pollLine(poll)?.name === 'waiting',
};

/** A card matches if every word and filter matches. `unseenCount`: the device's unseen policy events. */
export const isFound = (client: LiveClient, { query, filters }: CardSearch, unseenCount: number): boolean =>
  filters.every((filter) => PASSES[filter](client, unseenCount)) && searchForWords(query)(...textsOf(client));

/** Only the name of an absent member is known. */
export const isAbsentFound = ({ name, hostname }: AbsentMember, { query, filters }: CardSearch): boolean =>
  filters.length === 0 && searchForWords(query)(name, hostname);
