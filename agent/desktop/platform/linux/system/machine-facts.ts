/** The machine and its person, from files of the system. */
import { readdirSync, readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import type { MachineFacts } from '../../platform.ts';

export function readMachineFacts(
  env: Readonly<Record<string, string | undefined>> = process.env,
): MachineFacts {
  const serialNumber = readLine('/sys/class/dmi/id/product_serial');
  return {
    os: osName(readLine('/etc/os-release', false) ?? ''),
    // Two machines of an image may have one name until they are set up; the administrator can tell them apart.
    hostname: env.LECTERN_HOSTNAME ?? hostname(),
    ...(serialNumber && { serialNumber }),
    macAddresses: macAddresses(),
    userName: fullName(readLine('/etc/passwd', false) ?? '', userInfo().username),
  };
}

/** The value of `PRETTY_NAME`. */
export function osName(release: string): string {
  const [, name = 'Linux'] = /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(release) ?? [];
  return name;
}

/** The person's full name from the table of accounts; the account's name if there is none. */
export function fullName(passwd: string, account: string): string {
  const line = passwd.split('\n').find((each) => each.startsWith(`${account}:`));
  const [, , , , comment = ''] = line?.split(':') ?? [];
  return comment.split(',')[0]?.trim() || account;
}

/** Addresses of hardware, also of unplugged adapters. Virtual adapters have no device. */
function macAddresses(): readonly string[] {
  const root = '/sys/class/net';
  return entriesOf(root).flatMap((name) => {
    const address = entriesOf(`${root}/${name}`).includes('device')
      ? readLine(`${root}/${name}/address`)
      : undefined;
    return address ? [address] : [];
  });
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Undefined: there is no such file, or only root may read it. */
function readLine(file: string, trimmed = true): string | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    return trimmed ? text.trim() : text;
  } catch {
    return undefined;
  }
}
