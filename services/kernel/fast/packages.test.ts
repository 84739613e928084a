import { readFile } from 'node:fs/promises';
import t from 'tap';

/** What this folder reaches into, as it was read last. */
const read = {
  pg: [
    '8.23.1',
    'lib/client.js: what is asked of a query (submit, name, handle…) and when parsedStatements and submittedNamedStatements are set; lib/result.js and lib/utils.js: prepareValue, addFields, parseRow, addRow; that `pipeline` still sends without waiting',
  ],
  'pg-protocol': ['1.16.1', 'the serializer: parse, bind with a valueMapper, describe, execute, sync'],
  fastify: [
    '5.12.8',
    'lib/server.js: it answers by a `request` listener on server.server, and preClose runs before connections are closed',
  ],
} as const;

t.test('the packages that are reached into are those that were read', async (t) => {
  const lock = JSON.parse(await readFile(new URL('../../../package-lock.json', import.meta.url), 'utf8'));
  for (const [name, [version, check]] of Object.entries(read))
    t.equal(
      lock.packages[`node_modules/${name}`].version,
      version,
      `${name}: read in its new version, run the tests of services/kernel/fast, then change the version here; ${check}`,
    );
});
