import { Component, type ReactNode } from 'react';
import { m } from '../messages.ts';
import { Button } from './button.tsx';

/** One part of the page. If it cannot be rendered, a notice replaces it and everything around it stays. */
export class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert" data-failed-part>
        <p>{m.partFailed}</p>
        <Button onClick={() => this.setState({ hasFailed: false })}>{m.tryAgain}</Button>
      </div>
    );
  }
}
