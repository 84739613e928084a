import { Component, type ReactNode, Suspense } from 'react';

/** Properties of a LazyPart; `failed` stands there when its code does not come, else nothing does. */
export interface LazyPartProps {
  children: ReactNode;
  fallback?: ReactNode;
  failed?: ReactNode | ((error: unknown) => ReactNode);
  onFailed?: () => void;
}

/** A part of a page whose code is loaded when it is needed: when that fails the page around it stays as it is. */
export class LazyPart extends Component<LazyPartProps, { failure?: { error: unknown } }> {
  static getDerivedStateFromError = (error: unknown) => ({ failure: { error } });
  override state: { failure?: { error: unknown } } = {};

  override componentDidCatch(): void {
    const { onFailed } = this.props;
    // Not within the step that puts the page up, where one may fail that failed before: the router goes nowhere yet, and
    // what asked for the part would stay open.
    if (onFailed) queueMicrotask(onFailed);
  }

  override render(): ReactNode {
    const { children, fallback = null, failed = null } = this.props;
    const { failure } = this.state;
    if (!failure) return <Suspense fallback={fallback}>{children}</Suspense>;
    return typeof failed === 'function' ? failed(failure.error) : failed;
  }
}
