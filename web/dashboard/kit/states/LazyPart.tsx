import { Component, type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';

/** Properties of a LazyPart; `failed` stands there when its code does not come, else nothing does. */
export interface LazyPartProps {
  children: ReactNode;
  fallback?: ReactNode;
  failed?: ReactNode | ((error: unknown) => ReactNode);
  onFailed?: () => void;
}

/**
 * Tells that a part has failed, once the page stands. One that failed before puts its page up failed: told in that same
 * step, the router does not go anywhere yet, and what asked for the part would stay open.
 */
function Tell({ onFailed }: { onFailed: (() => void) | undefined }): null {
  const tell = useEffectEvent(() => onFailed?.());
  useEffect(() => tell(), []);
  return null;
}

/** A part of a page whose code is loaded when it is needed: when that fails the page around it stays as it is. */
export class LazyPart extends Component<LazyPartProps, { failure?: { error: unknown } }> {
  static getDerivedStateFromError = (error: unknown) => ({ failure: { error } });
  override state: { failure?: { error: unknown } } = {};

  override render(): ReactNode {
    const { children, fallback = null, failed = null } = this.props;
    const { failure } = this.state;
    if (!failure) return <Suspense fallback={fallback}>{children}</Suspense>;
    return (
      <>
        {typeof failed === 'function' ? failed(failure.error) : failed}
        <Tell onFailed={this.props.onFailed} />
      </>
    );
  }
}
