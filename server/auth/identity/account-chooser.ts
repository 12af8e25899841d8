/** The account chooser page of the development identity provider. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { Addresses } from '#http/addresses.ts';
import { DEMO_ACCOUNTS, isEmail } from '#store/seed/demo-accounts.ts';
import { chooserPage, providerErrorPage } from './chooser-page.ts';
import { setProviderPolicy } from './provider-policy.ts';

const FORM_BYTES = 8_192;

export type AccountChooserDeps = { provider: Provider; name: 'google' | 'microsoft'; addresses: Addresses };

/** Shows the page for an interaction of the provider, and reads its form. */
export function createAccountChooser({ provider, name, addresses }: AccountChooserDeps) {
  /** Removes another account from the session, because the provider would first ask to sign that one out. */
  async function removeOtherAccount(uid: string | undefined, email: string): Promise<void> {
    const session = uid === undefined ? undefined : await provider.Session.findByUid(uid);
    if (session?.accountId === undefined || session.accountId === email) return;
    session.accountId = undefined;
    session.authorizations = {};
    await session.persist();
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const details = await provider.interactionDetails(request, response);
    const hint = details.params.login_hint;
    let problem: string | undefined;
    if (request.method === 'POST') {
      const form = await readForm(request);
      if (form.has('cancel')) {
        const result = { error: 'access_denied', error_description: 'The sign-in was cancelled.' };
        return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
      }
      const email = (form.get('email') ?? '').trim().toLowerCase();
      if (isEmail(email)) {
        const result = { login: { accountId: email, remember: true }, select_account: {} };
        const location = await provider.interactionResult(request, response, result);
        await removeOtherAccount(details.session?.uid, email);
        response.writeHead(303, { location }).end();
        return;
      }
      problem = 'Enter an e-mail address.';
    }
    const styleNonce = setProviderPolicy(response, addresses);
    response.statusCode = problem ? 400 : 200;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      chooserPage({
        provider: name === 'google' ? 'Google' : 'Microsoft',
        accounts: DEMO_ACCOUNTS,
        hint: typeof hint === 'string' && isEmail(hint) ? hint.toLowerCase() : undefined,
        problem,
        styleNonce,
      }),
    );
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      await answer(request, response);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'SessionNotFound') throw error;
      const styleNonce = setProviderPolicy(response, addresses);
      response.writeHead(400, { 'content-type': 'text/html; charset=utf-8' });
      response.end(providerErrorPage('This sign-in has expired.', styleNonce));
    }
  };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > FORM_BYTES) break;
  }
  return new URLSearchParams(text.slice(0, FORM_BYTES));
}
