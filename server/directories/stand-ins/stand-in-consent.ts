/** The page on which an administrator of a stand-in's school allows or denies access. */
import type { StandInAnswer, StandInRequest } from './stand-in-server.ts';

type Consent = {
  provider: 'Google' | 'Microsoft';
  /** Query fields that are returned beside the state after the administrator allows access. */
  allowed(): Readonly<Record<string, string>>;
};

/** `decision` in the query is the pressed button; without one the page is shown. */
export function answerConsent(
  { path, query }: StandInRequest,
  { provider, allowed }: Consent,
): StandInAnswer {
  const back = query.get('redirect_uri') ?? '';
  if (!URL.canParse(back)) return { status: 400, body: { error: 'invalid_request' } };
  const decision = query.get('decision');
  if (decision === null) return { page: pageOf(provider, path, query) };
  const location = new URL(back);
  const refused = {
    error: 'access_denied',
    error_description: `${provider} was not allowed to let Lectern in.`,
  };
  const answer = decision === 'allow' ? allowed() : refused;
  for (const [name, value] of Object.entries(answer)) location.searchParams.set(name, value);
  location.searchParams.set('state', query.get('state') ?? '');
  return { status: 302, headers: { location: location.href } };
}

function pageOf(provider: string, path: string, query: URLSearchParams): string {
  const hidden = [...query].map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${provider} stand-in</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 26rem; margin: 10vh auto; padding: 0 1.5rem }
h1 { font-size: 1.4rem }
button { font: inherit; padding: .5rem 1.25rem; margin-right: .75rem }
</style>
</head>
<body>
<main>
<h1>Lectern wants to read your school’s directory</h1>
<p>This page stands in for ${provider} on this machine: courses, groups, people and devices of a made-up school.</p>
<form action="${escaped(path)}">
${hidden.join('\n')}
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>
</main>
</body>
</html>`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
