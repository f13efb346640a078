import { type ContainerPlace, KubeletError } from './node-work.ts';

/** A request to a kubelet, taken apart. */
export interface KubeletCall {
  /** `containerLogs`, `exec`, … */
  readonly root: string;
  /** What follows it: the parts of the path, decoded. */
  readonly rest: readonly string[];
  readonly at: ContainerPlace;
  readonly query: URLSearchParams;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
}

/** What a URL asks of the kubelet of `node`; parts of the place that it does not name are empty. */
export function kubeletCall(url: string, node: string, signal: AbortSignal): KubeletCall {
  const [path = '', query = ''] = url.split('?', 2);
  const [root = '', ...rest] = path.slice(1).split('/').map(decodeSegment);
  const [namespace = '', pod = '', container = ''] = rest;
  return { root, rest, at: { node, namespace, pod, container }, query: new URLSearchParams(query), signal };
}

/** Throws 404 for a path that goes on after the parts that are expected. */
export function requireEnd({ rest }: KubeletCall, parts: number): void {
  if (rest.slice(parts).some((part) => part !== '')) throw new KubeletError(404, '404 page not found');
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new KubeletError(400, `${JSON.stringify(segment)} is no part of a path`);
  }
}
