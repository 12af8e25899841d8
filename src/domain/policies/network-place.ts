/** Decides whether a policy holds in the network of the device. */
import ipaddr from 'ipaddr.js';
import { matchesWildcard } from '../wildcard.ts';
import type { Network } from './network.ts';

export type PlaceSettings = {
  /** True: the device must be inside these networks; false: outside. */
  isActive: boolean;
  /** The condition also holds if the device has no network at all. */
  orDisconnected: boolean;
};

export const isInSubnets = (subnets: readonly string[], settings: PlaceSettings, network: Network): boolean =>
  isInPlace(settings, network, () => subnetOf(network.addresses, subnets) !== undefined);

export const isInSsids = (names: readonly string[], settings: PlaceSettings, network: Network): boolean =>
  isInPlace(settings, network, () => ssidLineOf(network.ssid, names) !== undefined);

/** The first line that contains one of the addresses. */
export function subnetOf(addresses: readonly string[], subnets: readonly string[]): string | undefined {
  const own = addresses.flatMap((text) => {
    const address = addressOf(text);
    return [{ text: address?.toString() ?? text, address }];
  });
  return subnets.find((subnet) => {
    const range = rangeOf(subnet.trim());
    return own.some(({ text, address }) => {
      if (range === 'none') return false;
      if (range === 'pattern') return matchesWildcard(text, subnet.trim());
      return address !== undefined && isInRange(address, range);
    });
  });
}

/** False for a line that never contains an address of a device: a misspelt one, or a network's name. */
export function canHaveAddresses(subnet: string): boolean {
  const range = rangeOf(subnet.trim());
  return range === 'pattern' ? canBeAddress(subnet.trim()) : range !== 'none';
}

/** Whether a pattern can be an address: IPv6, or up to four numbers that fit a byte or have wildcards. */
function canBeAddress(pattern: string): boolean {
  if (!/^[\da-f:.*?]+$/i.test(pattern)) return false;
  const parts = pattern.split('.');
  if (pattern.includes(':') || parts.length === 1) return true;
  return parts.length <= 4 && parts.every((part) => /[*?]/.test(part) || isByte(part));
}

const isByte = (text: string): boolean => /^\d{1,3}$/.test(text) && Number(text) <= 255;

/** The first line that matches the name of the wireless network. */
const ssidLineOf = (ssid: string | undefined, names: readonly string[]): string | undefined =>
  ssid === undefined ? undefined : names.find((name) => matchesWildcard(ssid, name.trim()));

function isInPlace(
  { isActive, orDisconnected }: PlaceSettings,
  network: Network,
  isInside: () => boolean,
): boolean {
  return network.addresses.length === 0 ? orDisconnected : isInside() === isActive;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = { base: Address; bits: number };

/** Longer than any address with its range. */
const MAX_ADDRESS_LENGTH = 64;

/** `10.20.0.0/16`, `2001:db8::/32`, `10.20.1.7`, or a pattern like `10.20.*`. Other texts are `none`. */
function rangeOf(subnet: string): Range | 'pattern' | 'none' {
  if (/[*?]/.test(subnet)) return 'pattern';
  const [text = '', bits, ...more] = subnet.slice(0, MAX_ADDRESS_LENGTH + 1).split('/');
  const base = addressOf(text);
  if (base === undefined || more.length > 0) return 'none';
  const most = base.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return { base, bits: most };
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? { base, bits: Number(bits) } : 'none';
}

function isInRange(address: Address, { base, bits }: Range): boolean {
  if (address.kind() !== base.kind()) return false;
  return address instanceof ipaddr.IPv4
    ? address.match(base as ipaddr.IPv4, bits)
    : address.match(base as ipaddr.IPv6, bits);
}

/** Four numbers, or IPv6 without its interface (`%eth0`). IPv4 that is written as IPv6 becomes IPv4. */
function addressOf(text: string): Address | undefined {
  const [plain = ''] = text.trim().split('%');
  if (plain.length > MAX_ADDRESS_LENGTH) return undefined;
  if (ipaddr.IPv4.isValidFourPartDecimal(plain)) return ipaddr.IPv4.parse(plain);
  if (!plain.includes(':') || !ipaddr.IPv6.isValid(plain)) return undefined;
  const address = ipaddr.IPv6.parse(plain);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}
