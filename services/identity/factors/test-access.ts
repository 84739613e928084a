import type { AccessRow } from '#ops/testing/access-row.ts';

const own = (call: AccessRow['call'] = () => ({ body: {} })): AccessRow => ({ reach: 'own', login_as: false, call });

/** Rows of the access matrix. */
const rows: Record<string, AccessRow> = {
  'POST /api/user/totp': own(),
  'POST /api/user/totp/verify': { ...own(() => ({ body: { totp_code: '000000' } })), done: 422 },
  'DELETE /api/user/totp': { ...own(), done: 404 },
  'POST /api/user/recovery_codes': own(),
};
export default rows;
