import type { PlatformClient } from '@kubemin/client';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../platform/index.ts';

const MOST_TEMPLATES = 500;

export const templatesQuery = (client: PlatformClient) =>
  queryOptions({
    queryKey: [queryKeys.applications, 'templates'],
    queryFn: ({ signal }) => client.listTemplates({ limit: MOST_TEMPLATES }, { signal }),
  });

export const parametersQuery = (client: PlatformClient, id: string) =>
  queryOptions({
    queryKey: [queryKeys.application, id, 'parameters'],
    queryFn: ({ signal }) => client.templateParameters(id, { signal }),
  });
