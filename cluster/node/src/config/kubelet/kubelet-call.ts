import { type ContainerPlace, KubeletError } from './node-work.ts';

/** A request to a kubelet, taken apart. */
export interface KubeletCall {
  /** `containerLogs`, `exec`, … */
  readonly root: string;
  readonly at: ContainerPlace;
  readonly query: URLSearchParams;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
}

/** What a URL asks of the kubelet of `node`; parts that it does not name are empty. */
export function kubeletCall(url: string, node: string, signal: AbortSignal): KubeletCall {
  const [path = '', query = ''] = url.split('?', 2);
  const [root = '', namespace = '', pod = '', container = '', ...more] = path.slice(1).split('/').map(decodeSegment);
  if (more.length > 0) throw new KubeletError(404, '404 page not found');
  return { root, at: { node, namespace, pod, container }, query: new URLSearchParams(query), signal };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new KubeletError(400, `${JSON.stringify(segment)} is no part of a path`);
  }
}
