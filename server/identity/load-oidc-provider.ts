/**
 * Loads oidc-provider when it is needed, and without its remark about Node 20: it works there (the tests run
 * the whole flow), and a warning at every start would hide the ones that matter.
 */
export type OidcProviderModule = typeof import('oidc-provider');

export async function loadOidcProvider(): Promise<OidcProviderModule> {
  const warn = console.warn;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('oidc-provider WARNING: Unsupported runtime')) warn(...words);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}
