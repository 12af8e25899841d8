/** The interface to an agent that blocks pages before they load, such as an extension of the browser. */
import type { AccessMode } from '#domain/policies/verdict.ts';
import type { Eventually, Outcome } from '../outcome.ts';

/** As the student may read it. */
export type PolicyName = { policyId: string; policyName: string };

/** `BlackList`: the pages of `urls` are blocked. `WhiteList`: all others are. `judgePage` decides. */
export type PageBlock = PolicyName & { accessMode: AccessMode; urls: readonly string[] };

/** `foundWords` finds them in a text. */
export type WatchedWords = PolicyName & { keywords: readonly string[]; wholeWordMatching: boolean };

export type PageRules = {
  /** A page is blocked if one of these blocks it. */
  blocks: readonly PageBlock[];
  /** Words to report while they are typed. */
  words: readonly WatchedWords[];
  /** The page that the screen is locked to. It stays open, whatever blocks it. */
  lockedTo?: string;
};

export type PageGuard = {
  /** Receives all rules at the start and after each change. They replace the ones before. */
  follow(rules: PageRules): void;
  /**
   * Shows the agent's own page in place of these tabs' blocked ones, which were open before their rule.
   * Without this function the tabs are closed.
   */
  turnAway?(tabIds: readonly string[]): Eventually<Outcome>;
};

/** A page or text that the agent noticed itself. */
export type NoticedPage = { url: string; title?: string };
