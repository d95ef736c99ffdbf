import { Component, type ReactNode, Suspense } from 'react';

interface BoundaryProps {
  /** Shown in the place of the children when they fail. */
  fallback: ReactNode;
  /** When this changes, the children are tried again. */
  resetKey?: string;
  children: ReactNode;
}

interface BoundaryState {
  failed: boolean;
  resetKey?: string | undefined;
}

/**
 * Contains a failure of one part of the page: its file could not be loaded, or drawing it threw. Without a boundary React removes
 * the whole page (react.dev, "Catching rendering errors with an error boundary").
 */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ resetKey }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return resetKey === state.resetKey ? null : { failed: false, resetKey };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/** A part that is loaded later. Without its file, or when drawing it throws, the page goes on without it. */
export const Later = ({ children }: { children: ReactNode }) => (
  <Boundary fallback={null}>
    <Suspense>{children}</Suspense>
  </Boundary>
);
