/** The roles that work on a database: `app` does everything that the product does, `sdk` what its part of that name does. */
export interface Roles {
  app: string;
  sdk: string;
}

/** The roles of a database by its name: several installations may share a server, whose roles are all in one list. */
export const rolesOf = (database: string): Roles => ({
  app: `${database.slice(0, 59)}_app`,
  sdk: `${database.slice(0, 59)}_sdk`,
});
