/** Whether somebody belongs to an account (members and invited people) or not any more, by number on the wire. */
export const userStatus = { active: 1, deleted: 2 } as const;
