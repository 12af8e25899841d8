import { createContext } from 'react';
import { LIVE } from './hostname-test.ts';

/** How runners of the site are queried; replaced in tests. */
export const HostnameTestDeps = createContext(LIVE);
