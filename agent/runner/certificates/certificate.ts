/**
 * Creates the X.509 certificates of an authority for a few hosts, and those that it issues. Node can parse
 * certificates but not create them.
 */

import { createHash, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { EpochMs } from '#protocol/clock.ts';
import { addressBytes, networkBytes } from './address-bytes.ts';
import { bits, inside, integer, objectId, octets, plain, sequence, setOf, time, utf8, yes } from './der.ts';

const ECDSA_WITH_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'));
const VERSION_3 = inside(0, integer(Buffer.from([2])));
/** A browser's clock may be a little slow. */
const MAX_CLOCK_SKEW_MS = 3_600_000;

/** The key is P-256. */
export type Issuer = { name: string; key: KeyObject };
type Validity = { fromMs: EpochMs; untilMs: EpochMs };

/** The names, with their subdomains, and networks (`127.0.0.0/8`) that an authority may certify. */
export type Permitted = { dns: readonly string[]; networks: readonly string[] };
/** A server's names and addresses. */
export type ServerNames = { dns: readonly string[]; addresses: readonly string[] };

/**
 * Returns PEM. A browser that trusts this authority trusts it only for the permitted names and networks, so a
 * stolen key is useless for other hosts.
 */
export function authorityCertificate(own: Issuer, validity: Validity, { dns, networks }: Permitted): string {
  const permitted = [
    ...dns.map((name) => plain(2, Buffer.from(name))),
    ...networks.map((network) => plain(7, networkBytes(network))),
  ];
  return certificate(own, own, validity, [
    extension('2.5.29.19', sequence(yes, integer(Buffer.from([0]))), 'critical'),
    extension('2.5.29.15', bits(Buffer.from([0b0000_0110]), 1), 'critical'),
    extension('2.5.29.30', sequence(inside(0, ...permitted.map((name) => sequence(name)))), 'critical'),
  ]);
}

/** Returns a server's certificate as PEM. It is valid for these names on any port. */
export function serverCertificate(
  issuer: Issuer,
  own: Issuer,
  validity: Validity,
  { dns, addresses }: ServerNames,
): string {
  const names = [
    ...dns.map((name) => plain(2, Buffer.from(name))),
    ...addresses.map((address) => plain(7, addressBytes(address))),
  ];
  return certificate(issuer, own, validity, [
    extension('2.5.29.15', bits(Buffer.from([0b1000_0000]), 7), 'critical'),
    extension('2.5.29.37', sequence(objectId('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', sequence(...names)),
    extension('2.5.29.35', sequence(plain(0, keyId(issuer.key)))),
  ]);
}

function certificate(issuer: Issuer, own: Issuer, validity: Validity, extensions: readonly Buffer[]): string {
  const signed = sequence(
    VERSION_3,
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    sequence(time(validity.fromMs - MAX_CLOCK_SKEW_MS), time(validity.untilMs)),
    nameOf(own),
    publicKeyOf(own.key),
    inside(3, sequence(...extensions, extension('2.5.29.14', octets(keyId(own.key))))),
  );
  const whole = sequence(signed, ECDSA_WITH_SHA256, bits(sign('sha256', signed, issuer.key)));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

const nameOf = ({ name }: Issuer): Buffer => sequence(setOf(sequence(objectId('2.5.4.3'), utf8(name))));

const publicKeyOf = (key: KeyObject): Buffer => createPublicKey(key).export({ type: 'spki', format: 'der' });

/** A browser finds the issuer by this id. */
const keyId = (key: KeyObject): Buffer => createHash('sha1').update(publicKeyOf(key)).digest();

function extension(id: string, content: Buffer, critical?: 'critical'): Buffer {
  return sequence(objectId(id), ...(critical ? [yes] : []), octets(content));
}
