import type { Span, Tracer } from '@opentelemetry/api';
import type { FastifyRequest } from 'fastify';
import { delay } from './delay.ts';
import type { Logger } from './log.ts';

/** What a span says; null is left out. Ids only, never personal data. */
export type SpanAttributes = Readonly<Record<string, string | number | readonly string[] | null>>;

type Api = typeof import('@opentelemetry/api');

/** How long what is left may take to be sent when the process ends. */
const shutdownMs = 2000;

const attributes = (facts: SpanAttributes) =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      value === null ? [] : [[`storyrail.${name}`, typeof value === 'object' ? [...value] : value]],
    ),
  );

const fail = ({ SpanStatusCode }: Api, span: Span, error: unknown): void => {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'failed' });
};

/** Addresses hold tokens and messages of errors hold what somebody sent: neither leaves the process. */
const describeRequest = (span: Span, request: FastifyRequest): void => {
  const setStatus = span.setStatus.bind(span);
  span.setStatus = ({ code }) => setStatus({ code });
  span.setAttributes({ 'url.path': request.routeOptions.url ?? 'none', 'storyrail.request_id': request.id });
};

/** Traces that are sent; where none are, a process has null in its place. */
export interface Tracing {
  /** Does `work` inside a span of that name. */
  inSpan<T>(name: string, facts: () => SpanAttributes, work: () => Promise<T>): Promise<T>;
  /** Sends what is left and ends it. */
  stop(): Promise<void>;
}

const spansOf =
  (api: Api, tracer: Tracer): Tracing['inSpan'] =>
  (name, facts, work) =>
    tracer.startActiveSpan(name, { attributes: attributes(facts()) }, async (span) => {
      try {
        return await work();
      } catch (error) {
        fail(api, span, error);
        throw error;
      } finally {
        span.end();
      }
    });

/**
 * Sends traces to an OTLP/HTTP endpoint from now on: a span for each request of servers that are built later, and those
 * of `inSpan`. Loaded only when it is called.
 */
export const startTracing = async (endpoint: string, log: Logger): Promise<Tracing> => {
  const [api, { NodeSDK }, { OTLPTraceExporter }, { FastifyOtelInstrumentation }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@fastify/otel'),
  ]);
  const sdk = new NodeSDK({
    serviceName: 'storyrail',
    traceExporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 5000 }),
    metricReaders: [],
    logRecordProcessors: [],
    autoDetectResources: false,
    instrumentations: [
      new FastifyOtelInstrumentation({
        registerOnInitialization: true,
        instrumentHooks: false,
        recordExceptions: false,
        requestHook: describeRequest,
      }),
    ],
  });
  const tell = (words: string) => log.warn({ words: words.slice(0, 500) }, 'traces are not being sent');
  const nothing = () => {};
  api.diag.setLogger(
    { error: tell, warn: tell, info: nothing, debug: nothing, verbose: nothing },
    api.DiagLogLevel.WARN,
  );
  sdk.start();
  const stop = async () => {
    const closed = new AbortController();
    // What the collector does not take by then is lost: the process ends all the same.
    await Promise.race([sdk.shutdown().catch(() => {}), delay(shutdownMs, closed.signal)]);
    closed.abort();
    for (const part of [api.trace, api.context, api.propagation, api.diag]) part.disable();
  };
  return { inSpan: spansOf(api, api.trace.getTracer('storyrail')), stop };
};
