import { statfsSync } from 'node:fs';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { Gauge, type Registry } from 'prom-client';

export interface Machine {
  dataDir: string;
  /** When the newest known backup was made. */
  backedUpAt(): Date | undefined;
  /** Where clients reach the service. */
  baseUrl: string;
}

/** Metrics of the machine this process runs on. What is not known is missing. */
export function createMachineGauges(registry: Registry, { dataDir, backedUpAt, baseUrl }: Machine): void {
  const gauge = (name: string, help: string, read: () => number | undefined | Promise<number | undefined>) =>
    new Gauge({
      name: `visibility_${name}`,
      help,
      registers: [registry],
      async collect() {
        const value = await read();
        this.remove();
        if (value !== undefined) this.set(value);
      },
    });
  const disk = () => statfsSync(dataDir);
  gauge('data_free_bytes', 'Free space on the disk of the data folder.', () => disk().bavail * disk().bsize);
  gauge('data_size_bytes', 'Size of the disk of the data folder.', () => disk().blocks * disk().bsize);
  gauge('backup_age_seconds', 'Age of the newest backup made with visibility backup.', () =>
    secondsSince(backedUpAt()),
  );
  const certificate = watchCertificate(new URL(baseUrl));
  gauge('certificate_expires_seconds', 'How long the certificate of BASE_URL is still valid.', async () => {
    const left = secondsSince(await certificate());
    return left === undefined ? undefined : -left;
  });
}

function secondsSince(time: Date | undefined): number | undefined {
  return time && (Date.now() - time.getTime()) / 1000;
}

const CHECK_EVERY_MS = 600_000;
const PATIENCE_MS = 5_000;

/** When the certificate of an https URL ends, checked every ten minutes. Undefined if it cannot be read. */
function watchCertificate(url: URL): () => Promise<Date | undefined> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let end: Promise<Date | undefined> = Promise.resolve(undefined);
  return () => {
    if (url.protocol === 'https:' && performance.now() - checkedAt > CHECK_EVERY_MS) {
      checkedAt = performance.now();
      end = certificateEnd(url);
    }
    return end;
  };
}

/** An expired or untrusted certificate is read too, because only its end matters. */
function certificateEnd({ hostname, port }: URL): Promise<Date | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const servername = isIP(host) ? {} : { servername: host };
  return new Promise((resolve) => {
    const options = { host, port: Number(port || 443), ...servername, rejectUnauthorized: false, timeout: PATIENCE_MS };
    const socket = connect(options, () => finish(new Date(socket.getPeerCertificate().valid_to)));
    const finish = (end?: Date) => {
      resolve(end);
      socket.destroy();
    };
    socket.on('error', () => finish()).on('timeout', () => finish());
  });
}
