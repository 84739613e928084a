import type { Server } from './types.ts';

/**
 * Lets the routes of a scope take what mail programs send to end mails by one click (RFC 8058): it says nothing that the
 * address does not.
 */
export const acceptOneClick = (scope: Server): void => {
  scope.addContentTypeParser(
    ['multipart/form-data', 'application/x-www-form-urlencoded'],
    { parseAs: 'string', bodyLimit: 1024 },
    async () => null,
  );
};
