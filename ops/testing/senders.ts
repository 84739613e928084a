import { Agent, request } from 'node:http';
import { v7 as uuidv7 } from 'uuid';

/** Two addresses of this machine, from which connections may come. */
export const loudAddress = '127.0.0.2';
export const quietAddress = '127.0.0.3';

/** How large a batch is: its events, and blanks behind it; `whole` false leaves out how long it is. */
interface Shape {
  events?: number;
  blanks?: number;
  whole?: boolean;
}

/** The response to a batch. */
export interface BatchOutcome {
  status: number;
  retryAfter: number;
  bytes: number;
}

/** Sends batches to a port of this machine over kept connections from one of its addresses. */
export const openSender = (port: number, localAddress: string, clock: () => number, maxSockets = 8) => {
  const agent = new Agent({ keepAlive: true, localAddress, maxSockets });
  return {
    send: (
      token: string,
      viewer_id: string,
      { events = 1, blanks = 0, whole = true }: Shape = {},
    ): Promise<BatchOutcome> => {
      const at = clock();
      const head = { batch_id: uuidv7(), sent_at: at, viewer_id, platform: 'web', sdk_version: '1', consent: true };
      const large = events > 1 ? { component_id: 'c'.repeat(64), value: 'v'.repeat(200) } : {};
      const all = Array.from({ length: events }, () => ({ id: uuidv7(), type: 'bar_impression', at, ...large }));
      const body = Buffer.from(JSON.stringify({ ...head, events: all }) + ' '.repeat(blanks));
      const headers = { 'content-type': 'application/json', ...(whole ? { 'content-length': body.length } : {}) };
      const target = { host: '127.0.0.1', port, method: 'POST', path: `/sdk/v1/${token}/events` };
      return new Promise((done, fail) => {
        const sent = request({ ...target, agent, headers });
        sent.on('error', fail).on('response', (answer) => {
          const { statusCode, headers: told } = answer.resume();
          const retryAfter = Number(told['retry-after']);
          answer.on('end', () => done({ status: statusCode!, retryAfter, bytes: body.length }));
        });
        sent.end(body);
      });
    },
    close: () => agent.destroy(),
  };
};
