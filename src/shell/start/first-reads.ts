/** Fetches the data of every first screen at once, in parallel with the screen's code. */
import type { QueryClient } from '@tanstack/react-query';
import { groupsQuery } from '#rest/groups.ts';
import { siteListQuery } from '#rest/site-list.ts';
import { tutorSelfQuery } from '#rest/tutors.ts';
import { session } from '#session/session-state.ts';

/** Failures stay in the queries; the components that show them retry and report them. */
export function startFirstReads(client: QueryClient): void {
  const { state } = session;
  if (state.name !== 'signed-in') return;
  if (state.auth.realm === 'admin') {
    // For the menu of the account.
    void client.prefetchQuery(siteListQuery());
    return;
  }
  void client.prefetchQuery(groupsQuery());
  void client.prefetchQuery(tutorSelfQuery());
}
