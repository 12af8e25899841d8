/** The version of Lectern. Only this file reads `package.json`. */
import manifest from '../../package.json' with { type: 'json' };

export const VERSION: string = manifest.version;
