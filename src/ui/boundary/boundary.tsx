import { Component, type ReactNode } from 'react';
import type { PartKind } from '#protocol/render-failure.ts';
import { FailedPart } from './failed-part.tsx';

export const listEntry = (notice: ReactNode) => <li>{notice}</li>;

export const tableRow = (columnCount: number) => (notice: ReactNode) => (
  <tr>
    <td colSpan={columnCount}>{notice}</td>
  </tr>
);

export type BoundaryProps = {
  kind: PartKind;
  /** Wraps the notice if the place allows only certain elements, such as those of a list or a table. */
  frame?: (notice: ReactNode) => ReactNode;
  /** Closes the part, if it is dispensable. */
  onClose?: (() => void) | undefined;
  /** A function is called inside the boundary, so that an error of its own is caught too. */
  children: ReactNode | (() => ReactNode);
};

const Called = ({ children }: { children: () => ReactNode }) => children();

/**
 * One part of a screen. If it fails to render, a notice with "Try again" replaces it, and everything around
 * it stays. `openRoot` logs and reports the error.
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
