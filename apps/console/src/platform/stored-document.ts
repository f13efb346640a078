import { isRecord } from '@kubemin/base';
import type { PlatformClient } from '@kubemin/client';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from './queries.ts';

/** A stored revision as JSON, and the format that its author wrote it in. Values of secrets are masked. */
export interface StoredDocument {
  readonly revision: number;
  readonly document: Readonly<Record<string, unknown>>;
  readonly format: 'json' | 'yaml';
}

/** A revision never changes: it is read once. */
export const storedDocumentQuery = (client: PlatformClient, appId: string, revision: number) =>
  queryOptions({
    queryKey: [queryKeys.revisions, appId, 'document', revision],
    queryFn: ({ signal }) => readStoredDocument(client, appId, revision, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export async function readStoredDocument(
  client: PlatformClient,
  appId: string,
  revision: number,
  signal?: AbortSignal,
): Promise<StoredDocument> {
  const options = signal === undefined ? {} : { signal };
  const written = await client.getRevision(appId, String(revision), {}, options);
  const { text } =
    written.format === 'json'
      ? written
      : await client.getRevision(appId, String(revision), { format: 'json' }, options);
  const document: unknown = JSON.parse(text);
  return { revision, document: isRecord(document) ? document : written.document, format: written.format };
}
