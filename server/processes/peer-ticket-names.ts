/** Tickets that say which site they are for, so that any process knows where to bring who comes with one. */
import { createHmac } from 'node:crypto';
import { equalText, newSecret } from '../auth/secrets/secrets.ts';
import type { SiteName } from './site-leases.ts';

export type PeerTicketNames = {
  create(site: SiteName): string;
  /** Undefined: no ticket of this platform. */
  siteOf(ticket: string): SiteName | undefined;
};

export function createPeerTicketNames(secret: Buffer): PeerTicketNames {
  const sealOf = (text: string) =>
    createHmac('sha256', secret).update(`peer ticket ${text}`).digest('base64url').slice(0, 22);
  return {
    create(site) {
      const text = `${Buffer.from(site).toString('base64url')}.${newSecret()}`;
      return `${text}.${sealOf(text)}`;
    },
    siteOf(ticket) {
      const [site = '', secretPart = '', seal = ''] = ticket.split('.');
      if (!equalText(seal, sealOf(`${site}.${secretPart}`))) return undefined;
      return Buffer.from(site, 'base64url').toString();
    },
  };
}
