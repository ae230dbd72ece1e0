/** A test's own certificate authority, and the certificate of a server at 127.0.0.1. */

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../program/run.js';

export interface Certificates {
  /** Arguments of redis-server for the certificates. */
  readonly redisWords: readonly string[];
  /** Environment in which Node trusts the certificates. */
  readonly trusted: Readonly<Record<string, string>>;
}

export function makeCertificates(): Certificates {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  const key = (name: string) => [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    at(name),
  ];
  openssl(['req', '-x509', ...key('ca.key'), '-out', at('ca.crt'), '-days', '2', '-subj', '/CN=tests']);
  openssl(['req', ...key('server.key'), '-out', at('server.csr'), '-subj', '/CN=127.0.0.1']);
  writeFileSync(at('names'), 'subjectAltName=IP:127.0.0.1\n');
  const signer = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-CAcreateserial'];
  openssl([
    'x509',
    '-req',
    '-in',
    at('server.csr'),
    ...signer,
    '-out',
    at('server.crt'),
    '-days',
    '2',
    '-extfile',
    at('names'),
  ]);
  const files = [
    '--tls-cert-file',
    at('server.crt'),
    '--tls-key-file',
    at('server.key'),
    '--tls-ca-cert-file',
    at('ca.crt'),
  ];
  return {
    redisWords: ['--port', '0', ...files, '--tls-auth-clients', 'no'],
    trusted: { NODE_EXTRA_CA_CERTS: at('ca.crt') },
  };
}

function openssl(words: readonly string[]): void {
  const { status, error, stderr } = spawnSync('openssl', words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl ${words[0]} failed: ${error?.message ?? stderr}`);
}
