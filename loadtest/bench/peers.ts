import { createServer, type RequestListener } from 'node:http';
import pg from 'pg';

/** Connections of the plain driver, each insert one durable row. */
export interface RawInserts {
  insert(worker: number): Promise<unknown>;
  stop(): Promise<void>;
}

const payload = JSON.stringify({
  type: 'StoryGroupStatusChanged',
  data: { from: 1, to: 2 },
  actor: { type: 'user', id: '0190a0b0-0000-7000-8000-000000000000' },
  correlation_id: '0190a0b0-0000-7000-8000-000000000001',
  ts: 1_700_000_000_000,
});

/**
 * The limit that appends and commands are held against: a prepared one-row insert, committed by itself. `url` is the
 * owner's: it makes a table.
 */
export const openRawInserts = async (url: string, connections: number): Promise<RawInserts> => {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  await clients[0]!.query(
    'create table if not exists raw_row (id bigint generated always as identity primary key, payload jsonb not null)',
  );
  return {
    insert: (worker) =>
      clients[worker]!.query({
        name: 'raw-insert',
        text: 'insert into raw_row (payload) values ($1)',
        values: [payload],
      }),
    stop: async () => void (await Promise.all(clients.map((client) => client.end()))),
  };
};

/** A plain HTTP server on a free port. */
export const startPlainServer = async (
  answer: RequestListener,
): Promise<{ port: number; stop: () => Promise<void> }> => {
  const server = createServer({ keepAliveTimeout: 65_000 }, answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the server has no port');
  return {
    port: address.port,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
};

/** Reads a body as the plainest server would and parses it as JSON. */
export const answerParsedBatch: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => void chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { events: unknown[] };
    const answer = JSON.stringify({ data: { accepted: body.events.length, rejected: [] } });
    response.writeHead(202, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) });
    response.end(answer);
  });
};
