import type { Notification } from '#protocol/notification.ts';

export type TutorRef = { tenant: string; site: string; tutorId: string; roles: readonly string[] };
export type ClientRef = { tenant: string; site: string; clientId: string };

/** What the broker asks of the directory. */
export type BrokerPermissions = {
  permittedGroups(tutor: TutorRef): Promise<'all' | ReadonlySet<string>>;
  groupsOfClient(client: ClientRef): Promise<readonly string[]>;
  mayReachUser(tutor: TutorRef, userId: string): Promise<boolean>;
  mayReachClient(tutor: TutorRef, clientId: string): Promise<boolean>;
  roomsOfTutor(tutor: TutorRef): Promise<ReadonlySet<string>>;
  /** Rooms that were opened on a device. Without it a device has none. */
  roomsOfClient?(client: ClientRef): Promise<ReadonlySet<string>>;
  /** Whether the site has (still) such a client. Without it every token's holder counts as there. */
  hasClient?(client: ClientRef): Promise<boolean>;
  /** Whether the site has (still) such a runner; the same without it. */
  hasRunner?(runner: { tenant: string; site: string; runnerId: string }): Promise<boolean>;
  /** The roles of now, undefined when the tutor may not use the site any more. Without it the token's hold. */
  rolesOfTutor?(tutor: TutorRef): Promise<readonly string[] | undefined>;
};

/** A change of the directory; without a site it concerns every site of the tenant. */
export type BrokerChange = Notification & {
  tenant: string;
  site?: string | undefined;
  /** The change leaves the reach of every tutor and device as it is. */
  reachUnchanged?: boolean;
};
export type BrokerChanges = { listen(listener: (change: BrokerChange) => void): () => void };
