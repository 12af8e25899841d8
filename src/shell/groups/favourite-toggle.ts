import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { withFavourite } from '#domain/groups/favourites.ts';
import type { Tutor } from '#protocol/rest/tutor.ts';
import { changePreferences, tutorSelfQuery } from '../../rest/tutors.ts';

const key = tutorSelfQuery().queryKey;

/** Saves of one client follow each other: each begins with what the one before has saved. */
const queues = new WeakMap<QueryClient, Promise<void>>();

type Toggle = (preferences: Tutor['preferences']) => Tutor['preferences'];

/** Answers the same preferences where nothing changes. */
const createToggle =
  (groupId: string, isFavourite: boolean): Toggle =>
  (preferences) => {
    const before = preferences.favouriteGroups;
    const after = withFavourite(before, groupId, isFavourite);
    return after === before ? preferences : { ...preferences, favouriteGroups: [...after] };
  };

function show(client: QueryClient, toggle: Toggle): boolean {
  const tutor = client.getQueryData<Tutor>(key);
  if (tutor === undefined) return false;
  const preferences = toggle(tutor.preferences);
  if (preferences === tutor.preferences) return false;
  client.setQueryData<Tutor>(key, { ...tutor, preferences });
  return true;
}

/**
 * Shows the change at once and saves it afterwards, in what the platform has then: what is shown may be a copy, and another
 * browser of this tutor may have set stars meanwhile. Where saving fails the star goes back and the failure is only logged.
 * Resolves when the change is saved or taken back.
 */
export async function setFavourite(
  client: QueryClient,
  groupId: string,
  isFavourite: boolean,
  change: typeof changePreferences = changePreferences,
): Promise<void> {
  // Nothing to change yet: what is being read is waited for by all, and is not to be cancelled.
  if (client.getQueryData(key) === undefined) return;
  // A read that is under way would bring the old list back.
  await client.cancelQueries({ queryKey: key });
  const toggle = createToggle(groupId, isFavourite);
  if (!show(client, toggle)) return;
  const turn = (queues.get(client) ?? Promise.resolve()).then(async () => {
    try {
      await change(toggle);
    } catch (error) {
      show(client, createToggle(groupId, !isFavourite));
      console.error('favourite', error);
    }
  });
  queues.set(client, turn);
  await turn;
  // The read that was broken off is made up for, after the last of several stars.
  if (queues.get(client) === turn) await client.invalidateQueries({ queryKey: key });
}

/** For stars: sets a group as favourite or not. */
export function useSetFavourite(): (groupId: string, isFavourite: boolean) => void {
  const client = useQueryClient();
  return useCallback(
    (groupId, isFavourite) => {
      void setFavourite(client, groupId, isFavourite);
    },
    [client],
  );
}
