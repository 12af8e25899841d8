import type { ActiveUsers } from '#live/active-users.ts';

type ActiveUsersSource = {
  get(): ActiveUsers;
  isKnown(): boolean;
  subscribe(call: () => void): () => void;
};

/** Calls each time the client becomes active after it was known to be away. Returns the stop. */
export function onReturn(
  activeUsers: ActiveUsersSource,
  client: { userId: string; clientId: string },
  call: () => void,
): () => void {
  const isActive = () =>
    activeUsers
      .get()
      .get(client.userId)
      ?.some(({ clientId }) => clientId === client.clientId) ?? false;
  // Before the list has arrived, at first and between two workers, absence from it means nothing.
  const isAway = () => activeUsers.isKnown() && !isActive();
  let wasAway = isAway();
  return activeUsers.subscribe(() => {
    const returned = wasAway && isActive();
    wasAway = isAway();
    if (returned) call();
  });
}
