/** Decides whether a policy holds in the network that the device is in. */
import type { Network } from '../machine.ts';
import { matchesWildcard } from './wildcard.ts';

export type PlaceWish = {
  /** True: inside of these networks; false: outside. */
  isActive: boolean;
  /** Also where there is no network at all. */
  orDisconnected: boolean;
};

export const isInSubnets = (subnets: readonly string[], wish: PlaceWish, network: Network): boolean =>
  isInPlace(wish, network, ({ addresses }) =>
    addresses.some((address) => subnets.some((subnet) => isInSubnet(address, subnet))),
  );

export const isInSsids = (names: readonly string[], wish: PlaceWish, network: Network): boolean =>
  isInPlace(wish, network, ({ ssid }) =>
    names.some((name) => ssid !== undefined && matchesWildcard(ssid, name)),
  );

function isInPlace(
  { isActive, orDisconnected }: PlaceWish,
  network: Network,
  isInside: (network: Network) => boolean,
): boolean {
  return network.addresses.length === 0 ? orDisconnected : isInside(network) === isActive;
}

/** `10.20.0.0/16`, `10.20.1.7`, or a pattern like `10.20.*`. */
function isInSubnet(address: string, subnet: string): boolean {
  const [, base, bits] = /^([\d.]+)\/(\d{1,2})$/.exec(subnet) ?? [];
  if (base === undefined) return matchesWildcard(address, subnet);
  const [own, network] = [numberOf(address), numberOf(base)];
  if (own === undefined || network === undefined || Number(bits) > 32) return false;
  const size = 2 ** (32 - Number(bits));
  return Math.floor(own / size) === Math.floor(network / size);
}

/** The 32 bits of an IPv4 address. */
function numberOf(address: string): number | undefined {
  const parts = address.split('.').map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : 256));
  if (parts.length !== 4 || parts.some((part) => part > 255)) return undefined;
  return parts.reduce((number, part) => number * 256 + part, 0);
}
