/** An id that no person and no session has, where a query needs one. */
export const nobody = '00000000-0000-0000-0000-000000000000';
