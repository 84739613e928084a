import pg from 'pg';

/**
 * Runs statements as the owner of the database, past every rule of the product: what somebody with its password could
 * do.
 */
export const asOwner = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set session_replication_role = 'replica'; set search_path = public, audit`);
    return await work(client);
  } finally {
    await client.end();
  }
};
