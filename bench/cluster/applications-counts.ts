import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { httpTransport, loadKubeconfig } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';

/** What a platform and its cluster have done since they started, from the metrics of both. */
export interface ApplicationCounts {
  readonly reads: number;
  readonly writes: number;
  /** Requests to the API server, by verb, resource and status. */
  readonly requests: Readonly<Record<string, number>>;
  /** Made durable together, by the API server's storage. */
  readonly commits: number;
  /** Of the platform's database. */
  readonly statements: number;
}

/** Whom to ask. */
export interface CountsSource {
  readonly url: string;
  readonly token: string;
  readonly kube: ApiHandler;
}

/** The API server of a platform that was started on this directory. */
export function kubeHandler(directory: string): ApiHandler {
  const readFile = (path: string): string => readFileSync(path, 'utf8');
  const text = readFile(join(directory, 'kubeconfig'));
  return httpTransport(loadKubeconfig(text, { baseDir: directory, readFile })).handler;
}

/** Reads both pages. */
export async function applicationCounts({ url, token, kube }: CountsSource): Promise<ApplicationCounts> {
  const response = await kube({ method: 'GET', path: '/metrics', query: new URLSearchParams(), headers: {} });
  if (response.kind !== 'text') throw new Error(`the API server's metrics are a ${response.kind}`);
  const page = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const lines = `${response.text}\n${await page.text()}`.split('\n');
  const sum = (pattern: RegExp): number =>
    lines.reduce((total, line) => total + (pattern.test(line) ? Number(line.slice(line.lastIndexOf(' '))) : 0), 0);
  return {
    reads: sum(/^apiserver_request_total\{verb="(GET|LIST)"/),
    writes: sum(/^apiserver_request_total\{verb="(POST|PUT|PATCH|DELETE)"/),
    requests: Object.fromEntries(lines.flatMap(parseRequestCounts)),
    commits: sum(/^kubemin_storage_commit_writes_count /),
    statements: sum(/^kubemin_database_statement_seconds_count /),
  };
}

function parseRequestCounts(line: string): readonly (readonly [kind: string, count: number])[] {
  const [, text = ''] = /^apiserver_request_total\{(.*)\} /.exec(line) ?? [];
  const labels = new Map([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
  const words = ['verb', 'resource', 'subresource', 'code'].map((name) => labels.get(name) ?? '');
  return text === ''
    ? []
    : [[words.filter((word) => word !== '').join(' '), Number(line.slice(line.lastIndexOf(' ')))]];
}
