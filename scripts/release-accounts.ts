/** `npm run release-accounts`: lets tutors sign in with a different account of an identity provider. */
import { parseOptions } from '../server/options/parse-options.ts';
import { codeOf, failed } from './command-options.ts';
import { openRestingStore } from './data/resting-store.ts';

const USAGE = `npm run release-accounts -- [--data FOLDER] EMAIL… | --all

Tutors are bound to the account of their first sign-in. The next account that comes with the e-mail address of a
released tutor is bound instead: release those only whose addresses are in the right hands. The platform must rest.`;

export async function main(args: readonly string[]): Promise<number> {
  const all = args.includes('--all');
  const others = args.filter((arg) => arg !== '--all');
  /** The argument after an option is that option's value: a folder's name may contain an @. */
  const isEmail = (arg: string, at: number) =>
    arg.includes('@') && !arg.startsWith('-') && !others[at - 1]?.startsWith('--');
  const emails = others.filter(isEmail).map((arg) => arg.toLowerCase());
  const parsed = parseOptions(
    others.filter((arg, at) => !isEmail(arg, at)),
    process.env,
  );
  if (parsed.name === 'bad') return failed(parsed.sentence);
  if (parsed.name === 'help' || all === emails.length > 0) {
    console.log(USAGE);
    return parsed.name === 'help' ? 0 : 1;
  }
  return codeOf(async () => {
    const store = await openRestingStore(parsed.options);
    const released = await store.db
      .updateTable('tutors')
      .set({ account_issuer: null, account_subject: null })
      .where('account_issuer', 'is not', null)
      .$if(!all, (query) => query.where((is) => is(is.fn('lower', ['primary_email']), 'in', emails)))
      .returning(['tenant', 'primary_email'])
      .execute()
      .finally(() => store.close());
    for (const { tenant, primary_email } of released) console.log(`Released ${primary_email} of ${tenant}.`);
    return released.length > 0 ? 0 : failed('No tutor with such an address is bound to an account.');
  });
}
