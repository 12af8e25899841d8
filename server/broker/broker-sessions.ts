/** What the broker asks of the sign-ins behind access tokens; `jti` is the token's. */
export type BrokerSessions = {
  /** Whether the session goes on, as the database has it. Rejects where the database does not answer. */
  isLive(tenant: string, jti: string | undefined): Promise<boolean>;
  /** Whether this process knows that it has ended. */
  isOver(tenant: string, jti: string | undefined): boolean;
};
