import type { AccessRow } from '#ops/testing/access-row.ts';

const own = (call: AccessRow['call'] = () => ({ body: {} })): AccessRow => ({ reach: 'own', login_as: false, call });

/** A passkey that no challenge of ours was for; here passkeys have no name to belong to. */
const madeElsewhere = {
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'AA' },
};

/** Rows of the access matrix. */
const rows: Record<string, AccessRow> = {
  'POST /api/user/totp': own(),
  'POST /api/user/totp/verify': { ...own(() => ({ body: { totp_code: '000000' } })), done: 422 },
  'DELETE /api/user/totp': { ...own(), done: 404 },
  'POST /api/user/recovery_codes': own(),
  'POST /api/user/passkey/options': { ...own(), done: 409 },
  'POST /api/user/passkey': { ...own(() => ({ body: { passkey: madeElsewhere } })), done: 409 },
  'GET /api/user/passkey': { reach: 'own', call: () => ({}) },
  'PATCH /api/user/passkey': {
    ...own((w) => ({ body: { id: w.owner.user_id, name: 'Work laptop' } })),
    done: 404,
  },
  'DELETE /api/user/passkey': {
    ...own((w) => ({ body: { id: w.owner.user_id } })),
    done: 404,
  },
  'POST /api/user/update_phone_number': {
    ...own((w) => ({ body: { phone_number: `+120155501${String(w.next() % 100).padStart(2, '0')}` } })),
  },
};
export default rows;
