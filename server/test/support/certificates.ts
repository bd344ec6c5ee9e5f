import { generate } from 'selfsigned';

interface Certificates {
  ca: string;
  key: string;
  cert: string;
}

let made: Promise<Certificates> | undefined;

/** An authority of the tests' own, and a certificate for localhost signed by it; the same for all receivers. */
export function testCertificates(): Promise<Certificates> {
  made ??= make();
  return made;
}

// TLS compares with the machine's clock, not with the one that the tests set.
const valid = { notBeforeDate: new Date('2020-01-01'), notAfterDate: new Date('2049-12-31') };

async function make(): Promise<Certificates> {
  const authority = await generate([{ name: 'commonName', value: 'Visibility test authority' }], {
    ...valid,
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  const server = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...valid,
    keyType: 'ec',
    algorithm: 'sha256',
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { ca: authority.cert, key: server.private, cert: server.cert };
}
