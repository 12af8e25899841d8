import { createContext } from 'react';
import { LIVE } from './hostname-test.ts';

/** How the runners of the site are asked. Tests hand in their own. */
export const HostnameTestDeps = createContext(LIVE);
