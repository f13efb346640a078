import { RetryableError, TerminalError } from '@kubemin/base';
import { isJsonObject, type KubeObject } from '@kubemin/kubeapi';
import type { RenderedObject } from '@kubemin/render';
import type { WorkContext } from '../job-type.ts';
import type { FetchAnswer } from '../outbound/fetcher.ts';

/** The most a ConfigMap can hold. */
const MAX_BYTES = 1_048_576;

/** An object with the data its document only points to; others come back as they are. */
export async function withFetchedData(
  { fetcher, signal }: Pick<WorkContext, 'fetcher' | 'signal'>,
  rendered: RenderedObject,
): Promise<RenderedObject> {
  if (rendered.dataFrom === undefined) return rendered;
  const { url, key } = rendered.dataFrom;
  const answer = await fetcher({ url, signal, maxBytes: MAX_BYTES });
  if (answer.status !== 200) throw unusable(url, answer);
  return { ...rendered, object: withData(rendered.object, key, answer.body) };
}

function withData(object: KubeObject, key: string, text: string): KubeObject & { readonly data: object } {
  const present = 'data' in object && isJsonObject(object.data) ? object.data : {};
  return { ...object, data: { ...present, [key]: text } };
}

function unusable(url: string, { status }: FetchAnswer): Error {
  const message = `${url} answered ${status} instead of the data; check the address under config.url`;
  const code = 'DATA_NOT_FETCHED';
  return status >= 500 || status === 429 ? new RetryableError(message, { code }) : new TerminalError(message, { code });
}
