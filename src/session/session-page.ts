/** What the session needs of the page that it is in. */
export type SessionPage = {
  /** Path, query and hash. */
  path(): string;
  /** Leaves for another address without a way back. */
  go(address: string): void;
  reload(): void;
  /** Whether the login host answers now. */
  reachesLogin(): Promise<boolean>;
};
