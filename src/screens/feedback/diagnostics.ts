/** Diagnostics of a report, about the program only: no tokens, no ids, and no name but the site's. */

import type { FeedbackDiagnostics } from '#protocol/rest/feedback.ts';
import type { ConnectionState } from '#protocol/threads/live-worker.ts';

export type DiagnosticFacts = {
  version: string;
  /** Address of the program's first file, whose name changes with every build. */
  entry: string | undefined;
  userAgent: string;
  realm: 'console' | 'admin';
  siteName: string | undefined;
  /** Pattern of the route, such as `/group/$groupId`. */
  route: string;
  connection: ConnectionState;
  dropped: Readonly<Record<string, number>>;
};

/** Numbers of rejected peer messages (call offers and file transfers), by reason. */
export function peerRefusals(
  { refused: calls }: { refused: Readonly<Record<string, number>> },
  files: Readonly<Record<string, number>>,
): Record<string, number> {
  const named = (kind: string, counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([reason, count]) => [`${kind} ${reason}`, count]);
  return Object.fromEntries([...named('call', calls), ...named('file', files)]);
}

/** Limit of the platform. */
const MAX_LENGTH = 500;

export function diagnosticsOf(facts: DiagnosticFacts): FeedbackDiagnostics {
  const build = facts.entry?.split('/').at(-1)?.split('?')[0];
  const diagnostics: FeedbackDiagnostics = {
    appVersion: build ? `${facts.version} (${build})` : facts.version,
    browser: facts.userAgent,
    realm: facts.realm,
    site: facts.siteName ?? 'none',
    page: facts.route,
    connection: facts.realm === 'admin' ? 'not used here' : connectionText(facts.connection),
    dropped: droppedText(facts.dropped),
  };
  for (const key of Object.keys(diagnostics) as (keyof FeedbackDiagnostics)[])
    diagnostics[key] = diagnostics[key].slice(0, MAX_LENGTH);
  return diagnostics;
}

/** The state of the connection without the broker's own text, which may contain addresses. */
function connectionText(state: ConnectionState): string {
  switch (state.name) {
    case 'connecting':
      return `connecting, attempt ${state.attempt}`;
    case 'reconnecting':
      return `reconnecting, attempt ${state.attempt}: ${state.code}`;
    default:
      return state.name;
  }
}

function droppedText(dropped: Readonly<Record<string, number>>): string {
  const counts = Object.entries(dropped).filter(([, count]) => count > 0);
  return counts.length === 0 ? 'none' : counts.map(([reason, count]) => `${reason} ${count}`).join(', ');
}
