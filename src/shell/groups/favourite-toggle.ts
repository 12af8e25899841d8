import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { withFavourite } from '#domain/groups/favourites.ts';
import type { Tutor } from '#protocol/rest/tutor.ts';
import { savePreferences, tutorSelfQuery } from '../../rest/tutors.ts';

const key = tutorSelfQuery().queryKey;

/** Saves of one client follow each other, each with all toggles so far: the last one to arrive is complete. */
const queues = new WeakMap<QueryClient, Promise<void>>();

function show(client: QueryClient, groupId: string, isFavourite: boolean): boolean {
  const tutor = client.getQueryData<Tutor>(key);
  if (tutor === undefined) return false;
  const before = tutor.preferences.favouriteGroups;
  const after = withFavourite(before, groupId, isFavourite);
  if (after === before) return false;
  client.setQueryData<Tutor>(key, {
    ...tutor,
    preferences: { ...tutor.preferences, favouriteGroups: [...after] },
  });
  return true;
}

/**
 * Shows the change at once and saves it afterwards. Where saving fails the star goes back and the failure is only
 * logged. Resolves when the change is saved or taken back.
 */
export async function setFavourite(
  client: QueryClient,
  groupId: string,
  isFavourite: boolean,
  save: (tutor: Tutor) => Promise<void> = savePreferences,
): Promise<void> {
  // Nothing to change yet: what is being read is waited for by all, and is not to be cancelled.
  if (client.getQueryData(key) === undefined) return;
  // A read that is under way would bring the old list back.
  await client.cancelQueries({ queryKey: key });
  if (!show(client, groupId, isFavourite)) return;
  const turn = (queues.get(client) ?? Promise.resolve()).then(async () => {
    const tutor = client.getQueryData<Tutor>(key);
    if (tutor === undefined) return;
    try {
      await save(tutor);
    } catch (error) {
      show(client, groupId, !isFavourite);
      console.error('favourite', error);
    }
  });
  queues.set(client, turn);
  await turn;
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
