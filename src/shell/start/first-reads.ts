/** What every first screen needs is asked for at once, beside the code that will show it. */
import type { QueryClient } from '@tanstack/react-query';
import { groupsQuery } from '../../rest/groups.ts';
import { siteListQuery } from '../../rest/site-list.ts';
import { tutorSelfQuery } from '../../rest/tutors.ts';
import { session } from '../../session/session-state.ts';

/** Failures stay in the queries; who shows them, asks again and says so. */
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
