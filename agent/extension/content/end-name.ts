/** The global, in the extension's own world, with the function that ends a content script. */
export const endName = (scriptId: string): string => `lectern-end-${scriptId}`;
