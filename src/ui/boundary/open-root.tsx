import type { ReactNode } from 'react';
import { createRoot, type Root, type RootOptions } from 'react-dom/client';
import { isAppError } from '#protocol/app-error.ts';
import { Boundary } from './boundary.tsx';
import type { RenderFailure } from './describe-failure.ts';

/** The console's tests look for it. */
const LOGGED_AS = 'part not shown:';

/** A refused or failed request, or an address that leads nowhere: its screen says so, and the program is all right. */
const isExpected = (error: unknown) => isAppError(error) || !(error instanceof Error);

type OnFailure = (failure: RenderFailure) => void;

/** Every error is logged. `onFailure` is called for those that are defects of the program. */
function errorHandlers(onFailure: OnFailure): RootOptions {
  const failed = (failure: RenderFailure) => {
    console.error(LOGGED_AS, failure.part, failure.error);
    onFailure(failure);
  };
  return {
    onCaughtError(error, { componentStack, errorBoundary }) {
      if (isExpected(error)) return console.error(error);
      // The router has the boundary of a screen.
      const part = errorBoundary instanceof Boundary ? errorBoundary.props.kind : 'page';
      failed({ part, error, componentStack });
    },
    onUncaughtError: (error, { componentStack }) => failed({ part: 'page', error, componentStack }),
  };
}

/** Renders a whole page into the document. The page has a boundary of its own: it is never left empty. */
export function openRoot(element: Element, page: ReactNode, onFailure: OnFailure = () => {}): Root {
  const root = createRoot(element, errorHandlers(onFailure));
  root.render(<Boundary kind="page">{page}</Boundary>);
  return root;
}
