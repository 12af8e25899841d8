import type { Notification } from '#protocol/notification.ts';

export type TutorRef = { tenant: string; site: string; tutorId: string; roles: readonly string[] };
export type ClientRef = { tenant: string; site: string; clientId: string };

/** The broker's queries to the directory. */
export type BrokerPermissions = {
  permittedGroups(tutor: TutorRef): Promise<'all' | ReadonlySet<string>>;
  groupsOfClient(client: ClientRef): Promise<readonly string[]>;
  mayReachUser(tutor: TutorRef, userId: string): Promise<boolean>;
  mayReachClient(tutor: TutorRef, clientId: string): Promise<boolean>;
  roomsOfTutor(tutor: TutorRef): Promise<ReadonlySet<string>>;
  /** Rooms that were opened on a device. Without this function, a device has none. */
  roomsOfClient?(client: ClientRef): Promise<ReadonlySet<string>>;
  /** Whether the site (still) has such a client. Without this function, every token's client counts. */
  hasClient?(client: ClientRef): Promise<boolean>;
  /** Whether the site (still) has such a runner. Without this function, every token's runner counts. */
  hasRunner?(runner: { tenant: string; site: string; runnerId: string }): Promise<boolean>;
  /** The current roles; undefined: the tutor lost the site. Without this function the token's roles apply. */
  rolesOfTutor?(tutor: TutorRef): Promise<readonly string[] | undefined>;
};

/** A change in the directory. Without a site it concerns every site of the tenant. */
export type BrokerChange = Notification & {
  tenant: string;
  site?: string | undefined;
  /** True: the change does not affect which groups, users and clients tutors may reach. */
  reachUnchanged?: boolean;
};
export type BrokerChanges = { listen(listener: (change: BrokerChange) => void): () => void };
