/** The version of Lectern. `package.json` is read here and nowhere else. */
import manifest from '../../package.json' with { type: 'json' };

export const VERSION: string = manifest.version;
