import { m } from './messages.ts';
import type { GrantFilter } from './place-rows.ts';

export const GRANT_OPTIONS: readonly { value: GrantFilter; title: string }[] = [
  { value: 'all', title: m.all },
  { value: 'can-grant', title: m.canGrant },
  { value: 'cannot-grant', title: m.cannotGrant },
];
