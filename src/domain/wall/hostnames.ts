/** Filter of a wall by host names, as its address holds it: a JSON array. */
import { listOf } from './address-list.ts';

/** More than a room of a school has. Longer lists do not fit into an address. */
const MAX_HOSTNAMES = 1_000;
const MAX_LENGTH = 255;

/** `value`: the list, or its JSON. Blank and repeated entries are dropped. Undefined: no filter. */
export function parseHostnames(value: unknown): string[] | undefined {
  const list = listOf(value);
  if (!Array.isArray(list) || !list.every((entry) => typeof entry === 'string')) return undefined;
  const seen = new Set<string>();
  const hostnames: string[] = [];
  for (const entry of list) {
    const hostname = entry.trim();
    const key = hostname.toLowerCase();
    if (hostname === '' || hostname.length > MAX_LENGTH || seen.has(key)) continue;
    seen.add(key);
    hostnames.push(hostname);
    if (hostnames.length === MAX_HOSTNAMES) break;
  }
  return hostnames.length === 0 ? undefined : hostnames;
}

/** The path of a group's wall, with its filter. */
export function wallPath(groupId: string, hostnames?: readonly string[]): string {
  const path = `/group/${encodeURIComponent(groupId)}/grid`;
  return hostnames === undefined || hostnames.length === 0
    ? path
    : `${path}?hostnames=${encodeURIComponent(JSON.stringify(hostnames))}`;
}

/** Whether the wall shows a device. Case does not matter in host names. */
export function createHostnameFilter(
  hostnames: readonly string[] | undefined,
): (hostname: string) => boolean {
  if (hostnames === undefined) return () => true;
  const shown = new Set(hostnames.map((each) => each.toLowerCase()));
  return (hostname) => shown.has(hostname.toLowerCase());
}
