/**
 * The one way to load components on demand. If the code cannot be loaded, a notice with a remedy takes its
 * place, and the screen around it stays.
 */
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { Boundary } from '#ui/boundary/boundary.tsx';
import { DialogBoundary } from '#ui/dialog/dialog-boundary.tsx';
import { RoutePending } from '../layout/route-pending.tsx';
import { createPart, type Part } from './part.ts';
import { atFoot, DialogFailure, type Failure, PartFailure, ScreenFailure } from './part-failure.tsx';

type Load<P> = () => Promise<ComponentType<P>>;
type Drawn<P> = (props: P) => ReactNode;
type State = { name: 'loading' } | { name: 'failed'; failure: Omit<Failure, 'again'> } | { name: 'loaded' };

function firstState(part: Part<unknown>): State {
  if (part.loaded()) return { name: 'loaded' };
  const problem = part.timedOut();
  return problem ? { name: 'failed', failure: { problem, isTrying: false } } : { name: 'loading' };
}

/** Begins to load with the first mounted instance. */
function usePart(part: Part<unknown>) {
  const [state, setState] = useState<State>(() => firstState(part));
  const attempt = useCallback(
    async (signal?: AbortSignal) => {
      const problem = await part.load();
      if (signal?.aborted) return;
      setState(problem ? { name: 'failed', failure: { problem, isTrying: false } } : { name: 'loaded' });
    },
    [part],
  );
  useEffect(() => {
    if (part.loaded() || part.timedOut()) return;
    const gone = new AbortController();
    void attempt(gone.signal);
    return () => gone.abort();
  }, [part, attempt]);
  const again = useCallback(() => {
    setState((now) =>
      now.name === 'failed' ? { ...now, failure: { ...now.failure, isTrying: true } } : now,
    );
    void attempt();
  }, [attempt]);
  return { state, again };
}

type ViewProps<P> = {
  part: Part<ComponentType<P>>;
  props: P;
  waiting: ReactNode;
  failed(failure: Failure): ReactNode;
};

function PartView<P extends object>({ part, props, waiting, failed }: ViewProps<P>) {
  const { state, again } = usePart(part);
  if (state.name === 'failed') return failed({ ...state.failure, again });
  const Loaded = part.loaded();
  return Loaded === undefined ? waiting : <Loaded {...props} />;
}

/** `preload` resolves even if the code cannot be loaded. */
type Preloaded<P> = Drawn<P> & { preload: () => Promise<void> };

const withPreload = <P extends object>(drawn: Drawn<P>, part: Part<ComponentType<P>>): Preloaded<P> =>
  Object.assign(drawn, {
    async preload() {
      await part.load();
    },
  });

/** `label`: the label of the dialog that reports a failure to load this dialog. */
export function lazyDialog<P extends { onClose: () => void }>(label: string, load: Load<P>): Preloaded<P> {
  const part = createPart(load);
  const dialog: Drawn<P> = (props) => (
    <DialogBoundary label={label} onClose={props.onClose}>
      <PartView
        part={part}
        props={props}
        waiting={null}
        failed={(failure) => <DialogFailure label={label} failure={failure} onClose={props.onClose} />}
      />
    </DialogBoundary>
  );
  return withPreload(dialog, part);
}

export type LazyPartOptions = {
  waiting?: ReactNode;
  /** The part has no place of its own on the page, so a failure is shown at the foot of the page. */
  isAtFoot?: boolean;
  /** Set if the part is dispensable. */
  onClose?: () => void;
};

export function lazyPart<P extends object>(load: Load<P>, options: LazyPartOptions = {}): Preloaded<P> {
  const part = createPart(load);
  const { waiting, ...failureOptions } = options;
  const drawn: Drawn<P> = (props) => (
    <Boundary kind="panel" onClose={options.onClose} {...(options.isAtFoot && { frame: atFoot })}>
      <PartView
        part={part}
        props={props}
        waiting={waiting}
        failed={(failure) => <PartFailure failure={failure} {...failureOptions} />}
      />
    </Boundary>
  );
  return withPreload(drawn, part);
}

/** The screen of a route. */
export function lazyScreen(load: Load<object>): Preloaded<object> {
  const part = createPart(load);
  const screen: Drawn<object> = (props) => (
    <PartView
      part={part}
      props={props}
      waiting={<RoutePending />}
      failed={(failure) => <ScreenFailure failure={failure} />}
    />
  );
  return withPreload(screen, part);
}
