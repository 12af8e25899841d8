import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { withFavourite } from '#domain/groups/favourites.ts';
import type { Tutor } from '#protocol/rest/tutor.ts';
import { changePreferences, tutorSelfQuery } from '#rest/tutors.ts';

const key = tutorSelfQuery().queryKey;

/** The saves of one client are queued, because each is based on the result of the one before. */
const queues = new WeakMap<QueryClient, Promise<void>>();

type Toggle = (preferences: Tutor['preferences']) => Tutor['preferences'];

/** Returns the same preferences if nothing changes. */
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
 * Shows the change at once and then saves it, based on the platform's current preferences: the displayed ones
 * may be a copy, and another browser of this tutor may have set stars. If saving fails, the star reverts and
 * the failure is only logged. Resolves when the change is saved or reverted.
 */
export async function setFavourite(
  client: QueryClient,
  groupId: string,
  isFavourite: boolean,
  change: typeof changePreferences = changePreferences,
): Promise<void> {
  // The preferences have not been fetched, and cancelling the pending fetch would delay everything that waits
  // for it.
  if (client.getQueryData(key) === undefined) return;
  // A pending fetch would restore the old list.
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
  // Refetches after the last of several stars, because a fetch was cancelled.
  if (queues.get(client) === turn) await client.invalidateQueries({ queryKey: key });
}

export function useSetFavourite(): (groupId: string, isFavourite: boolean) => void {
  const client = useQueryClient();
  return useCallback(
    (groupId, isFavourite) => {
      void setFavourite(client, groupId, isFavourite);
    },
    [client],
  );
}
