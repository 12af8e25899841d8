/**
 * Normalises addresses of network adapters and recognises those that identify one machine. The shared ones
 * are from the block lists of GLPI, FusionInventory and SolarWinds and from the registry of manufacturers.
 */

const PAIRS = /^[0-9a-f]{1,2}([:\-. ])(?:[0-9a-f]{1,2}\1){4}[0-9a-f]{1,2}$/;
/** Cisco and Huawei write three groups of four, HP two of six; many lists have no separators. */
const GROUPS = /^(?:[0-9a-f]{4}([:\-. ])[0-9a-f]{4}\1[0-9a-f]{4}|[0-9a-f]{6}[:\-. ]?[0-9a-f]{6})$/;

/**
 * `aa:bb:cc:dd:ee:ff` for an address of one adapter, in whichever notation. Undefined for any other text, for
 * 00:00:00:00:00:00, and for addresses of several adapters (broadcast and multicast).
 */
export function macAddressOf(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replaceAll(/\p{Dash}/gu, '-')
    .trim()
    .toLowerCase();
  const digits = PAIRS.test(plain)
    ? plain
        .split(/[:\-. ]/)
        .map((pair) => pair.padStart(2, '0'))
        .join('')
    : GROUPS.test(plain)
      ? plain.replaceAll(/[^0-9a-f]/g, '')
      : '';
  if (digits === '' || /^0+$/.test(digits) || isMulticast(digits)) return undefined;
  return digits.replaceAll(/..(?!$)/g, '$&:');
}

const firstByte = (digits: string) => Number.parseInt(digits.slice(0, 2), 16);
const isMulticast = (digits: string) => (firstByte(digits) & 1) === 1;
/** Addresses made up by software: random addresses of Wi-Fi, containers, VPN clients, virtual switches. */
const isMadeUp = (address: string) => (firstByte(address) & 2) === 2;

/** Adapters of virtual machines and VPN clients. The addresses on their host are the same on many hosts. */
const VIRTUAL = [
  '00:05:69',
  '00:0c:29',
  '00:1c:14',
  '00:50:56', // VMware
  '08:00:27', // VirtualBox
  '00:15:5d', // Hyper-V
  '00:1c:42', // Parallels
  '00:16:3e', // Xen
  '00:ff:', // TAP adapters of OpenVPN
  '00:05:9a:3c:7', // Cisco AnyConnect
  '00:09:0f:', // FortiClient
  '00:53:45', // WAN miniports of Windows
];
/** Makers of USB adapters and docking stations, which move from machine to machine. */
const PORTABLE = [
  '00:e0:4c', // Realtek
  '00:0e:c6',
  '8c:ae:4c',
  'f8:e4:3b', // ASIX and Plugable
  '00:24:9b', // Action Star
  '00:50:b6', // Good Way
  'a0:ce:c8', // CE Link
  '00:05:1b', // Magic Control
  '00:10:60', // Billionton
  '00:13:3b', // Speed Dragon
  '0c:37:96',
  '9c:eb:e8', // BizLink
  '64:4b:f0', // CalDigit
  '00:11:6b', // Digital Data Communications
];
const SHARED = new Set([
  '20:41:53:59:4e:ff', // RAS Async of Windows
  '50:50:54:50:30:30', // WAN Miniport (PPTP)
  '24:b6:20:52:41:53', // Kaspersky
  '30:0f:20:52:41:53', // RAS
  '00:a0:c6:00:00:00', // Qualcomm modems
  '00:0b:ca:fe:00:00', // Juniper
  '00:00:ff:ff:ff:ff',
  '00:00:00:00:00:01',
  '00:11:22:33:44:55',
  '00:01:02:03:04:05',
  '00:12:34:56:78:90',
]);

/** The addresses that identify this machine alone, each once, sorted. */
export function ownMacAddresses(addresses: readonly unknown[]): string[] {
  const known = addresses.map(macAddressOf).filter((address) => address !== undefined);
  return [...new Set(known)].filter((address) => isOwn(address)).sort();
}

const isOwn = (address: string) =>
  !isMadeUp(address) &&
  !SHARED.has(address) &&
  ![...VIRTUAL, ...PORTABLE].some((prefix) => address.startsWith(prefix)) &&
  new Set(address.split(':')).size > 1;
