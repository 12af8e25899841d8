import type { ReactNode } from 'react';
import { createRoot, type Root, type RootOptions } from 'react-dom/client';
import { isAppError } from '#protocol/app-error.ts';
import { Boundary } from './boundary.tsx';
import type { RenderFailure } from './describe-failure.ts';

/** The console's tests search for this text. */
const LOGGED_AS = 'part not shown:';

/** A failed request or an unknown address is not a defect of the program, and its screen reports it. */
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

/** Renders a whole page into the document. The page has its own boundary, so it is never empty. */
export function openRoot(element: Element, page: ReactNode, onFailure: OnFailure = () => {}): Root {
  const root = createRoot(element, errorHandlers(onFailure));
  root.render(<Boundary kind="page">{page}</Boundary>);
  return root;
}
