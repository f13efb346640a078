import { errorMessage, type Message } from '@kubemin/base/message';
import type { KubeClient } from '@kubemin/kube';
import { resourcePath } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { sandboxMessages } from '../messages/index.ts';
import type { JobLog } from '../task/index.ts';
import { MAIN_CONTAINER } from './sandbox-pod.ts';

/** Lines are asked for, as a cluster gives the last of those only; the shortest that matter have some ten characters. */
const BYTES_PER_LINE = 16;

/** The end of a pod's log, or why it is not available: a missing log never fails a job. */
export async function readPodLog(
  client: KubeClient,
  pod: Pod,
  options: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<JobLog | { readonly unavailable: Message }> {
  const { namespace, name } = pod.metadata;
  const tailLines = Math.ceil(options.maxBytes / BYTES_PER_LINE);
  try {
    const response = await client.handler({
      method: 'GET',
      path: resourcePath(core.v1.pods, { namespace, name, subresource: 'log' }),
      query: new URLSearchParams({ container: MAIN_CONTAINER, tailLines: String(tailLines) }),
      headers: { accept: 'text/plain, */*' },
      signal: options.signal,
    });
    if (response.kind === 'text' && response.status === 200) return truncateToEnd(response.text, options.maxBytes);
    // A log that happens to be JSON by its content type is still a log.
    if (response.status === 200 && response.kind === 'object')
      return truncateToEnd(JSON.stringify(response.object), options.maxBytes);
    return { unavailable: sandboxMessages.logStatus({ status: response.status }) };
  } catch (thrown) {
    options.signal.throwIfAborted();
    return { unavailable: sandboxMessages.logUnreadable({ reason: errorMessage(thrown) }) };
  }
}

/** The last bytes of a text, from the beginning of a line on. */
export function truncateToEnd(text: string, maxBytes: number): JobLog {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= maxBytes) return { text, truncated: false };
  const end = bytes.subarray(bytes.length - maxBytes);
  const line = end.indexOf(0x0a);
  return { text: end.subarray(line === -1 ? 0 : line + 1).toString('utf8'), truncated: true };
}
