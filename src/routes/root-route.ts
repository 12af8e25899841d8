import { createRootRouteWithContext } from '@tanstack/react-router';
import type { RouterContext } from './router-context.ts';

export const rootRoute = createRootRouteWithContext<RouterContext>()();
