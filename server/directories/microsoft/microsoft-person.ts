import type { DirectoryPerson } from '../directory.ts';

type User = { id: string; displayName?: string | null | undefined } & {
  mail?: string | null | undefined;
  userPrincipalName?: string | null | undefined;
};

export const toPerson = ({ id, displayName, mail, userPrincipalName }: User): DirectoryPerson => ({
  id,
  name: displayName ?? undefined,
  email: mail ?? userPrincipalName ?? undefined,
});
