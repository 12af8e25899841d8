/** `npm run connect-directory`: connects a school's directory to a platform that is stopped. */
import { openEncryption } from '../server/auth/secrets/encryption.ts';
import { encryptionKeyFile } from '../server/auth/secrets/encryption-key.ts';
import type { PlatformOptions } from '../server/base/platform-options.ts';
import { GOOGLE } from '../server/directories/google/google-calls.ts';
import { MICROSOFT } from '../server/directories/microsoft/microsoft-calls.ts';
import { parseOptions } from '../server/options/parse-options.ts';
import { codeOf, failed } from './command-options.ts';
import { openRestingStore } from './data/resting-store.ts';
import { type Connection, connectDirectory } from './directories/connect.ts';

const USAGE = `npm run connect-directory -- google --tenant KEY --name NAME --school-domain DOMAIN --admin EMAIL [--callback-port N]
npm run connect-directory -- microsoft --tenant KEY --name NAME --directory-id ID

The platform must rest. A directory of Google asks its administrator in a browser on this machine; one of Microsoft says
where its administrator agrees. NAME is what people call the directory; one of that name is connected anew.`;

const OWN = ['tenant', 'name', 'school-domain', 'admin', 'callback-port', 'directory-id'] as const;
type Own = Partial<Record<(typeof OWN)[number], string>>;

export async function main(args: readonly string[]): Promise<number> {
  const [service, ...others] = args;
  const { own, rest } = split(others);
  const parsed = parseOptions(rest, process.env);
  if (parsed.name === 'bad') return failed(parsed.sentence);
  const connection = connectionOf(service, own);
  if (parsed.name === 'help' || connection === undefined) {
    console.log(USAGE);
    return parsed.name === 'help' ? 0 : 1;
  }
  return codeOf(async () => {
    await connect(parsed.options, connection);
    return 0;
  });
}

/** Separates this command's own flags from the platform's. */
function split(args: readonly string[]): { own: Own; rest: string[] } {
  const own: Own = {};
  const rest: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const flag = OWN.find((name) => args[at] === `--${name}`);
    if (flag === undefined) rest.push(args[at] ?? '');
    else own[flag] = args[++at] ?? '';
  }
  return { own, rest };
}

/** Returns undefined if a flag is missing. */
function connectionOf(service: string | undefined, own: Own): Connection | undefined {
  const { tenant, name } = own;
  if (!tenant || !name) return undefined;
  if (service === 'google') {
    const { 'school-domain': domain, admin: adminEmail } = own;
    const callbackPort = Number(own['callback-port'] ?? 0);
    if (!domain || !adminEmail || !Number.isInteger(callbackPort)) return undefined;
    return { tenant, name, service, domain, adminEmail, callbackPort };
  }
  const tenantId = own['directory-id'];
  return service === 'microsoft' && tenantId ? { tenant, name, service, tenantId } : undefined;
}

async function connect(options: PlatformOptions, connection: Connection): Promise<void> {
  const { googleDirectory, microsoftDirectory } = options;
  const store = await openRestingStore(options);
  try {
    const keyFile = encryptionKeyFile(options);
    await connectDirectory(
      {
        db: store.db,
        encryption: await openEncryption({ db: store.db, key: options.encryptionKey, keyFile }),
        providers: {
          google: googleDirectory && { client: googleDirectory, places: GOOGLE },
          microsoft: microsoftDirectory && { client: microsoftDirectory, places: MICROSOFT },
        },
        print: (line) => console.log(line),
      },
      connection,
    );
  } finally {
    await store.close();
  }
}
