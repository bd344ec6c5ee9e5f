import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type TimeInput,
  trace,
} from '@opentelemetry/api';

/**
 * Spans of requests, jobs, platform calls and webhook deliveries. Without an OpenTelemetry SDK, which the operator loads
 * with `--import`, all of this does nothing.
 */
const tracer = trace.getTracer('visibility');

/** A request or a pass of a job, with its statements. */
interface Work {
  /** A pass that finds nothing to do never begins its span. */
  begin(): Context;
  /** One span per kind: a request may run hundreds of statements. */
  statements: Map<string, Statements>;
}

interface Statements {
  text: string;
  startTime: TimeInput;
  endTime: TimeInput;
  count: number;
  error?: unknown;
}

const WORK = createContextKey('visibility work');
const workIn = (active: Context) => active.getValue(WORK) as Work | undefined;

/** More would be the text of a long `in` list. */
const LONGEST_TEXT = 1_000;

export type RequestTrace = ReturnType<typeof traceRequest>;

/** The span of a request, which continues the trace of its `traceparent`. `run` calls back in its context. */
export function traceRequest(name: string, headers: object, attributes: Attributes) {
  const caller = propagation.extract(ROOT_CONTEXT, headers);
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, caller);
  const began = trace.setSpan(caller, span);
  const work: Work = { begin: () => began, statements: new Map() };
  const inside = span.isRecording() ? began.setValue(WORK, work) : began;
  return {
    run: (next: () => void) => context.with(inside, next),
    end(route: string, more: Attributes, failure?: string) {
      endStatements(work);
      if (failure !== undefined) failSpan(span, failure);
      span.updateName(route).setAttributes(more).end();
    },
  };
}

/** Runs a pass of a job. If it returns 0 and called no platform, it leaves no trace. */
export async function traceJob(job: string, pass: () => Promise<number>): Promise<number> {
  const startTime = Date.now();
  let began = undefined as Context | undefined;
  const work: Work = {
    begin() {
      began ??= trace.setSpan(ROOT_CONTEXT, tracer.startSpan(`job ${job}`, { startTime, root: true }));
      return began;
    },
    statements: new Map(),
  };
  try {
    const done = await context.with(ROOT_CONTEXT.setValue(WORK, work), pass);
    if (done > 0) work.begin();
    return done;
  } catch (error) {
    failSpan(trace.getSpan(work.begin()), error);
    throw error;
  } finally {
    if (began) endStatements(work);
    if (began) trace.getSpan(began)?.end();
  }
}

/** Runs work in a span below the current request or job, if there is one. */
export function traceCall<Result>(name: string, tracing: SpanOptions, call: Call<Result>): Promise<Result> {
  const active = context.active();
  const parent = trace.getSpan(active) ? active : (workIn(active)?.begin() ?? active);
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, ...tracing }, parent);
  return context.with(trace.setSpan(parent, span), async () => {
    try {
      return await call(span);
    } catch (error) {
      failSpan(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

type Call<Result> = (span: Span) => Promise<Result>;

/** Runs a statement. One of no request or job, such as a heartbeat, is not traced. */
export function traceStatement<Result>(text: string, run: () => Promise<Result>): Promise<Result> {
  const work = workIn(context.active());
  if (!work) return run();
  const kind = kindOf(text);
  const same = work.statements.get(kind) ?? { text, startTime: Date.now(), endTime: 0, count: 0 };
  work.statements.set(kind, same);
  same.count++;
  const result = run();
  const ended = () => {
    same.endTime = Date.now();
  };
  result.then(ended, (error) => {
    same.error = error;
    ended();
  });
  return result;
}

/** The headers that continue the current trace. Empty without one. */
export function traceHeaders(): { traceparent?: string } {
  const headers = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** A link to the trace of another process. */
export function linkTo(traceparent: string | undefined): Link[] {
  const there = traceparent && trace.getSpanContext(propagation.extract(ROOT_CONTEXT, { traceparent }));
  return there ? [{ context: there }] : [];
}

function kindOf(text: string): string {
  const [, verb = 'sql'] = /^\s*(\w+)/.exec(text) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\s+(\w+)/.exec(text) ?? [];
  return `${verb} ${table}`.trim();
}

function endStatements(work: Work): void {
  for (const [kind, { text, startTime, endTime, count, error }] of work.statements) {
    const attributes = {
      'db.system.name': 'postgresql',
      'db.query.text': text.slice(0, LONGEST_TEXT),
      'db.statements': count,
    };
    const span = tracer.startSpan(kind, { kind: SpanKind.CLIENT, startTime, attributes }, work.begin());
    if (error !== undefined) failSpan(span, error);
    span.end(endTime);
  }
}

/** Marks a span as failed. */
export function failSpan(span: Span | undefined, error: unknown): void {
  span?.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) });
}
