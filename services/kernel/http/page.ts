import type { FastifyReply } from 'fastify';

/** One page of a list: where it starts and how many rows it holds at most. */
export interface Page {
  offset: number;
  limit: number;
}

/** The page that a query asks for, by `range` or by `limit` and `offset`; 100 rows when it does not say. */
export const pageOf = (query: {
  range?: [number, number] | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
}): Page => {
  const { range, limit = 100, offset = 0 } = query;
  return range ? { offset: range[0], limit: range[1] - range[0] + 1 } : { offset, limit };
};

/** Says which rows of how many an answer holds, as react-admin's simple REST reads it. */
export const setContentRange = (
  reply: FastifyReply,
  unit: string,
  { offset }: Page,
  rows: number,
  total: number,
): void => {
  reply.header('content-range', `${unit} ${rows === 0 ? '*' : `${offset}-${offset + rows - 1}`}/${total}`);
};
