import { resourcePath } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { responseBytes } from '../resource/api-response.ts';
import type { KubeClient } from '../resource/kube-client.ts';
import type { RequestOptions } from '../resource/resource-client.ts';

/** Whose log, and which part of it. */
export interface PodLogOptions extends RequestOptions {
  readonly namespace: string;
  readonly pod: string;
  /** May be left out for pods with one. */
  readonly container?: string | undefined;
  /** Goes on with what is written, until the container ends or the signal aborts. @default false */
  readonly follow?: boolean | undefined;
  /** Of the container's life before the present one. @default false */
  readonly previous?: boolean | undefined;
  /** Each line begins with the time it was written. @default false */
  readonly timestamps?: boolean | undefined;
  readonly tailLines?: number | undefined;
  readonly sinceSeconds?: number | undefined;
  /** RFC 3339. */
  readonly sinceTime?: string | undefined;
  readonly limitBytes?: number | undefined;
}

const QUERY_FIELDS = [
  'container',
  'follow',
  'previous',
  'timestamps',
  'tailLines',
  'sinceSeconds',
  'sinceTime',
  'limitBytes',
] as const;

/**
 * What a container wrote, in whatever pieces it comes. Rejects when there is no log to be had; throws in the middle
 * when the connection breaks; leaving the loop ends it.
 */
export async function openPodLog(client: KubeClient, options: PodLogOptions): Promise<AsyncIterable<Uint8Array>> {
  const { namespace, pod: name, signal } = options;
  const path = resourcePath(core.v1.pods, { namespace, name, subresource: 'log' });
  const query = new URLSearchParams(
    QUERY_FIELDS.flatMap((field): [string, string][] => {
      const value = options[field];
      return value === undefined || value === false ? [] : [[field, String(value)]];
    }),
  );
  const headers = { accept: 'application/json, */*' };
  const response = await client.handler({
    method: 'GET',
    path,
    query,
    headers,
    expect: 'stream',
    ...(signal && { signal }),
  });
  return responseBytes(response, `GET ${path}`);
}
