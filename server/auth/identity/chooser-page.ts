/** The account chooser of the development identity provider. Plain HTML without scripts. */
import type { DemoAccount } from '#store/seed/demo-accounts.ts';
import { picturePath } from './account-picture.ts';

export type ChooserView = {
  provider: 'Google' | 'Microsoft';
  accounts: readonly DemoAccount[];
  /** The account that is listed first and filled into the e-mail field. */
  hint: string | undefined;
  problem: string | undefined;
  styleNonce: string;
};

const escapeHtml = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const STYLE = `
:root{color-scheme:light dark;--page:#eef1f5;--card:#fff;--text:#1b1f24;--dim:#525a64;--line:#cfd5dc;--hover:#f1f5fa;--accent:#1a56b0;--on-accent:#fff;--bad:#a4151c}
@media (prefers-color-scheme:dark){:root{--page:#14171b;--card:#1f242a;--text:#eceff3;--dim:#b0b8c2;--line:#3c444d;--hover:#2a3038;--accent:#9cc2ff;--on-accent:#0c1f3d;--bad:#ff9ea2}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:28rem;background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:2rem}
h1{margin:0;font-size:1.5rem;line-height:1.25}
p{margin:.25rem 0 1.25rem;color:var(--dim)}
ul{list-style:none;margin:0 0 1.25rem;padding:0;border-top:1px solid var(--line)}
li{border-bottom:1px solid var(--line)}
button{font:inherit;color:inherit;cursor:pointer;border-radius:.5rem}
.account{display:flex;align-items:center;gap:.875rem;width:100%;padding:.625rem .5rem;background:none;border:0;text-align:left}
.account:hover{background:var(--hover)}
.account img{width:2.5rem;height:2.5rem;border-radius:50%;flex:none}
.account span{display:block}
.account small{color:var(--dim);display:block;overflow-wrap:anywhere}
label{display:block;font-weight:600;margin-bottom:.25rem}
.row{display:flex;gap:.5rem;flex-wrap:wrap}
input{flex:1 1 12rem;min-width:0;font:inherit;color:inherit;background:var(--card);border:1px solid var(--dim);border-radius:.5rem;padding:.5rem .75rem}
.next{background:var(--accent);color:var(--on-accent);border:0;padding:.5rem 1.25rem;font-weight:600}
.cancel{background:none;border:0;color:var(--accent);padding:.5rem 0;margin-top:1rem;text-decoration:underline}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.problem{color:var(--bad);font-weight:600}
`;

const shell = (title: string, body: string, styleNonce: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style nonce="${styleNonce}">${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>`;

/** The account chooser. Each account is a submit button, so the page works by keyboard and without script. */
export function chooserPage(view: ChooserView): string {
  const accounts = [...view.accounts].sort(
    (a, b) => Number(b.email === view.hint) - Number(a.email === view.hint),
  );
  const items = accounts.map(
    (account) => `<li><button class="account" type="submit" name="email" value="${escapeHtml(account.email)}">
<img src="${escapeHtml(picturePath(account.email))}" alt="">
<span><span>${escapeHtml(account.name)}</span><small>${escapeHtml(account.email)}</small><small>${escapeHtml(account.summary)}</small></span>
</button></li>`,
  );
  const problem = view.problem ? `<p class="problem" role="alert">${escapeHtml(view.problem)}</p>` : '';
  return shell(
    `Choose an account · ${view.provider} (development)`,
    `<h1>Choose an account</h1>
<p>to go on to Lectern. This page stands in for ${view.provider} on your machine; no password is asked.</p>
${problem}
<form method="post"><ul>${items.join('\n')}</ul></form>
<form method="post">
<label for="email">Use another account</label>
<div class="row">
<input id="email" name="email" type="email" required autocomplete="email" maxlength="254" placeholder="name@school.example" value="${escapeHtml(view.hint ?? '')}">
<button class="next" type="submit">Next</button>
</div>
</form>
<form method="post"><button class="cancel" type="submit" name="cancel" value="1">Cancel</button></form>`,
    view.styleNonce,
  );
}

/** The error page if the provider cannot redirect the browser (an unknown client, an expired page). */
export function providerErrorPage(message: string, styleNonce: string): string {
  return shell(
    'Sign-in failed',
    `<h1>Sign-in failed</h1><p>${escapeHtml(message)}</p><p>Close this window and start again.</p>`,
    styleNonce,
  );
}
