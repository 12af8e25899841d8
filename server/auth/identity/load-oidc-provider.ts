/**
 * Loads oidc-provider on demand and suppresses its warning about Node 20, because the tests run the whole
 * flow there and a warning at every start would hide others.
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
