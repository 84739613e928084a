import pg from 'pg';
import { type Asked, type Connection, Flight } from './flight.ts';

/** Longer queues mean that Postgres does not keep up: whoever comes then waits for a connection of his own, or is refused. */
const mostOwed = 5;

/** Makes a statement known on a connection, under a Sync of its own: a failure of what follows does not undo it. */
class Preparation extends pg.Query {
  readonly #name: string;
  readonly #text: string;

  constructor(name: string, text: string) {
    super({ name, text });
    this.#name = name;
    this.#text = text;
  }

  override submit = (connection: unknown): null => {
    const on = connection as Connection;
    on.submittedNamedStatements[this.#name] = this.#text;
    on.parse({ name: this.#name, text: this.#text });
    on.sync();
    return null;
  };
  // That it failed shows in the flight that needs it.
  handleError(): void {}
  handleReadyForQuery(): void {}
}

interface Lane {
  client: pg.Client;
  open: Promise<unknown>;
  /** Flights that are not answered yet. */
  owed: number;
}

/** A few connections that many short transactions share: each is sent whole, behind those that are not answered yet. */
export interface Lanes {
  /** Whether one more flight can be taken. */
  free(): boolean;
  /**
   * Runs statements as one transaction, which is committed when this resolves and undone when it throws. The driver takes
   * no BEGIN or COMMIT for it: what stands before a Sync is one transaction.
   */
  fly(asked: readonly Asked[]): Promise<void>;
  /** Closes the connections when their flights are answered. */
  end(): Promise<void>;
}

const knows = (client: pg.Client, name: string): boolean => {
  const { parsedStatements, submittedNamedStatements } = (client as unknown as { connection: Connection }).connection;
  return parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined;
};

const send = (lane: Lane, asked: readonly Asked[]): Promise<void> =>
  new Promise((done, fail) => {
    const { client } = lane;
    for (const { statement } of asked) {
      const name = statement.name as string;
      if (!knows(client, name)) client.query(new Preparation(name, statement.text));
    }
    client.query(
      new Flight(asked, (error) => {
        lane.owed -= 1;
        if (error === null) done();
        else fail(error);
      }),
    );
  });

/** Opens lanes as they are needed, at most so many; one that breaks is replaced. */
export const openLanes = (config: pg.ClientConfig, most: number): Lanes => {
  const lanes: Lane[] = [];
  const forget = (lane: Lane) => {
    const at = lanes.indexOf(lane);
    if (at >= 0) lanes.splice(at, 1);
  };
  const openOne = (): Lane => {
    const client = new pg.Client(config);
    // A connection that is closed while it opens says so by its end alone.
    const closed = new Promise<never>((_, fail) => client.once('end', () => fail(new Error('Connection terminated'))));
    closed.catch(() => {});
    const lane: Lane = { client, open: Promise.race([client.connect(), closed]), owed: 0 };
    client.on('error', () => forget(lane));
    client.on('end', () => forget(lane));
    lane.open.catch(() => forget(lane));
    lanes.push(lane);
    return lane;
  };
  const emptiest = (): Lane | undefined => {
    let found = lanes[0];
    for (const lane of lanes) if (lane.owed < found!.owed) found = lane;
    return found;
  };
  return {
    free: () => lanes.length < most || emptiest()!.owed < mostOwed,
    async fly(asked) {
      const found = emptiest();
      const lane = found && (found.owed === 0 || lanes.length === most) ? found : openOne();
      lane.owed += 1;
      try {
        await lane.open;
      } catch (error) {
        for (const one of asked) one.fail(error);
        throw error;
      }
      await send(lane, asked);
    },
    async end() {
      await Promise.all([...lanes].map(({ client }) => client.end()));
    },
  };
};
