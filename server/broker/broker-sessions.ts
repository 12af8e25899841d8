/** The broker's view of the sign-ins behind access tokens; `jti` is the token's. */
export type BrokerSessions = {
  /** Whether the session is live, according to the database. Rejects if the database does not answer. */
  isLive(tenant: string, jti: string | undefined): Promise<boolean>;
  /** Whether this process knows that the session has ended. */
  isOver(tenant: string, jti: string | undefined): boolean;
};
