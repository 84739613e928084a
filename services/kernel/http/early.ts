import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from './server.ts';

/** Answers a request, or leaves it to the next one and at last to the framework by answering false at once. */
export type EarlyAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

const asked = new WeakMap<HttpServer, EarlyAnswer[]>();

/**
 * Lets `answer` see each request before the framework does, whose hooks cost more than a short answer. What still comes
 * while the server closes goes to the framework, which says so.
 */
export const answerEarly = (server: Server, answer: EarlyAnswer): void => {
  const http = server.server;
  const before = asked.get(http);
  if (before) return void before.push(answer);
  const answers = [answer];
  asked.set(http, answers);
  const others = http.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  const first = (request: IncomingMessage, response: ServerResponse) => {
    for (const early of answers) if (early(request, response)) return;
    for (const other of others) other(request, response);
  };
  http.removeAllListeners('request');
  http.on('request', first);
  server.addHook('preClose', async () => void answers.splice(0));
};
