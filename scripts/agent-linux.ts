/** `npm run agent:linux -- --config FILE`: this machine as a device of a site, from the sources. */
export { main } from '../agent/desktop/main.ts';
