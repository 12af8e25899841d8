/** The accounts of the development identity provider. Their permissions come from the tenant's seed data. */
import { isEmailAddress } from '#domain/people/invite-list.ts';

export type DemoAccount = {
  email: string;
  name: string;
  /** The purpose of the account, in a few words for the chooser and the start table. */
  summary: string;
};

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { email: 'teacher@demo.example', name: 'Tess Teacher', summary: 'Tutor of some groups' },
  { email: 'maintainer@demo.example', name: 'Mika Maintainer', summary: 'Tutor who looks after all groups' },
  { email: 'admin@demo.example', name: 'Ada Admin', summary: 'Administrator with every role' },
  {
    email: 'manager@demo.example',
    name: 'Mel Manager',
    summary: 'Tutor on two sites who grants roles, no super admin',
  },
  { email: 'newcomer@demo.example', name: 'Nico Newcomer', summary: 'Tutor without any site' },
  { email: 'stranger@demo.example', name: 'Sam Stranger', summary: 'Unknown to the tenant' },
];

/** Any e-mail address is accepted. Unlisted ones get a name derived from the address. */
export function accountOf(email: string): DemoAccount {
  const key = email.trim().toLowerCase();
  const listed = DEMO_ACCOUNTS.find((account) => account.email === key);
  if (listed) return listed;
  const words = (key.split('@')[0] ?? key).split(/[._-]+/).filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return { email: key, name: name || key, summary: '' };
}

export const isEmail = (text: string) => text.length <= 254 && isEmailAddress(text);
