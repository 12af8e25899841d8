/** What a process of the platform and the first process that has started it say to each other. */
import type { ProcessName, SiteName } from './site-leases.ts';

/** A client whose upgrade has been answered, and whose CONNECT has been read. */
export type HandedClient = {
  /** Who gets it. */
  process: ProcessName;
  site: SiteName;
  /** The client's network address. */
  address: string;
  /** Of its upgrade. */
  request: { url: string; headers: Record<string, string> };
  /** What has been read after the answer, in base64. */
  bytes: string;
};

export type SiblingMessage =
  | { type: 'process'; name: ProcessName }
  | { type: 'client'; client: HandedClient }
  | { type: 'count'; id: number }
  /** Without a text: it could not be had. */
  | { type: 'counted'; id: number; text?: string };

/**
 * What a socket of Node.js stands on. Sockets themselves can be sent too, but then the first process would begin to
 * read from them.
 */
export type Handle = { readStop(): void; close(): void };
export type SendsHandles = (
  message: SiblingMessage,
  handle: Handle,
  options: object,
  sent: () => void,
) => boolean;

/** The variable that tells a process its family. */
export const FAMILY = 'LECTERN_FAMILY';
/** Set for the one of them that starts before the others and speaks for them. */
export const FAMILY_SPEAKER = 'LECTERN_FAMILY_SPEAKER';
