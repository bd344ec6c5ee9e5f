import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Exported {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, string>;
  links: { traceId: string; spanId: string }[];
  status: { code: number; message?: string };
}

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
const read = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue)]));

/** A collector of traces that also answers as a platform. */
export async function startCollector() {
  const spans: Exported[] = [];
  const resources: Record<string, string>[] = [];
  const http = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.url === '/v1/traces') {
      for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
        resources.push(read(resource.attributes));
        for (const { spans: sent } of scopeSpans)
          for (const span of sent) spans.push({ links: [], ...span, attributes: read(span.attributes) });
      }
    }
    response.end('{}');
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  /** As an operator sets them. */
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_LOGS_EXPORTER: 'none',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_SERVICE_NAME: 'visibility-test',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  };
  return { settings, spans, resources, stop: () => http.close() };
}
