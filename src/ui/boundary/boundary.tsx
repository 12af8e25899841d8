import { Component, type ReactNode } from 'react';
import type { PartKind } from '#protocol/render-failure.ts';
import { FailedPart } from './failed-part.tsx';

/** A `frame` for an entry of a list. */
export const listEntry = (notice: ReactNode) => <li>{notice}</li>;

/** A `frame` for a row of a table. */
export const tableRow = (columnCount: number) => (notice: ReactNode) => (
  <tr>
    <td colSpan={columnCount}>{notice}</td>
  </tr>
);

export type BoundaryProps = {
  kind: PartKind;
  /** What is around the notice, where the place allows only certain elements, such as those of a list or a table. */
  frame?: (notice: ReactNode) => ReactNode;
  /** Closes the part, where a person can do without it. */
  onClose?: (() => void) | undefined;
  /** A function is called inside the boundary, so that an error of its own is caught too. */
  children: ReactNode | (() => ReactNode);
};

const Called = ({ children }: { children: () => ReactNode }) => children();

/**
 * One part of a screen. When it cannot be rendered, a notice with "Try again" takes its place, and everything around it
 * stays. `openRoot` logs and reports the error.
 */
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  readonly #retry = () => this.setState({ hasFailed: false });

  override render(): ReactNode {
    const { kind, frame, onClose, children } = this.props;
    if (!this.state.hasFailed) return typeof children === 'function' ? <Called>{children}</Called> : children;
    const notice = <FailedPart kind={kind} onRetry={this.#retry} onClose={onClose} />;
    return frame === undefined ? notice : frame(notice);
  }
}
