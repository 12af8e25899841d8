/** The page functions that the session needs. */
export type SessionPage = {
  /** Path, query and hash. */
  path(): string;
  /** Navigates to another address, replacing the history entry. */
  go(address: string): void;
  reload(): void;
  /** Whether the login host answers now. */
  reachesLogin(): Promise<boolean>;
};
