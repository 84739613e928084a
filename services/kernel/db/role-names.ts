/** The database roles of an installation: `app` for the product as a whole, `sdk` for its part of that name. */
export interface Roles {
  app: string;
  sdk: string;
}

/** Roles named after their database: roles are global to a server, which several installations may share. */
export const rolesOf = (database: string): Roles => ({
  app: `${database.slice(0, 59)}_app`,
  sdk: `${database.slice(0, 59)}_sdk`,
});
