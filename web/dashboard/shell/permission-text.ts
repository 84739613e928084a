/** What a disabled action says to someone whose role does not allow it. */
export const permissionText =
  "It looks like you don't have permission to use this feature. Please contact your Account Owner to resolve this issue.";
