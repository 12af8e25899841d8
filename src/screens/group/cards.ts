/** The cards of a group in order, for connected devices and absent members, and the matches of a search. */

import type { AbsentMember } from '#features/device-card/absent-members.ts';
import { compareSortWords, type SortKey, sortWords } from '#live/device-order.ts';
import type { DeviceStore } from '#live/device-store.ts';
import { type CardSearch, isAbsentFound, isFound, isSearching } from './card-search.ts';

/** The card of a device (its key is the clientId) or of an absent member. */
export type Card = { key: string; absent: AbsentMember | undefined };

/** The clientIds of the connected devices. */
export const clientIdsOf = (cards: readonly Card[]): string[] =>
  cards.flatMap(({ key, absent }) => (absent ? [] : [key]));

type Devices = Pick<DeviceStore, 'get' | 'subscribeChanges'>;

/** Further absent members have no card, but the members tab lists all of them. */
export const MAX_ABSENT = 500;

const absentWords = ({ name, hostname, key }: AbsentMember, sort: SortKey) =>
  sort === 'user' ? [name, hostname, key] : [hostname || name, name, key];

/** `clientIds` must already be sorted by `sort`. */
export function mergedCards(
  clientIds: readonly string[],
  absent: readonly AbsentMember[],
  { devices, sort }: { devices: Pick<Devices, 'get'>; sort: SortKey },
): Card[] {
  const others = absent
    .map((member) => ({ member, words: absentWords(member, sort) }))
    .sort((a, b) => compareSortWords(a.words, b.words))
    .slice(0, MAX_ABSENT);
  const cards: Card[] = [];
  let next = 0;
  for (const clientId of clientIds) {
    const client = devices.get(clientId);
    const words = client === undefined ? undefined : sortWords(client, sort);
    for (let other = others[next]; words && other; other = others[next]) {
      if (compareSortWords(other.words, words) >= 0) break;
      cards.push({ key: other.member.key, absent: other.member });
      next += 1;
    }
    cards.push({ key: clientId, absent: undefined });
  }
  return [...cards, ...others.slice(next).map(({ member }) => ({ key: member.key, absent: member }))];
}

type Bells = {
  of(seat: { clientId: string; userId: string }): number;
  subscribe(call: () => void): () => void;
};

/** The cards that match the search, for `useObservable`: the same array while they are the same. */
export function createFoundCards(cards: readonly Card[], search: CardSearch, devices: Devices, bells: Bells) {
  if (!isSearching(search)) return { subscribe: () => () => {}, get: () => cards };
  let found = cards;
  const isCardFound = ({ key, absent }: Card): boolean => {
    if (absent) return isAbsentFound(absent, search);
    const client = devices.get(key);
    return client !== undefined && isFound(client, search, bells.of(client));
  };
  return {
    subscribe(call: () => void): () => void {
      const stops = [devices.subscribeChanges(call), bells.subscribe(call)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    get(): readonly Card[] {
      const next = cards.filter(isCardFound);
      const isSame = next.length === found.length && next.every((card, at) => card === found[at]);
      if (!isSame) found = next;
      return found;
    },
  };
}
