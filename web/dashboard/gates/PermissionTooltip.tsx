import { cloneElement, type ReactElement } from 'react';
import { permissionText } from '../shell/permission-text.ts';

/**
 * Around one control of the kit that takes a `disabledReason`: when the role does not allow the act, the control stays in
 * reach but does nothing, and says why in the words of the specification.
 */
export function PermissionTooltip(props: {
  allowed: boolean;
  children: ReactElement<{ disabledReason?: string | undefined }>;
}) {
  const { allowed, children } = props;
  return allowed ? children : cloneElement(children, { disabledReason: permissionText });
}
