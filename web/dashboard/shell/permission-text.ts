import { refusals } from '#contracts/api/errors.ts';

/** What a disabled action says to someone whose role does not allow it: the server's own words. */
export const permissionText = refusals.PermissionDenied[1];
