import type { AuditFilter, PlatformClient } from '@kubemin/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

/** The first parts of keys, by which pages invalidate what they changed. */
export const settingsKeys = {
  tokens: 'tokens',
  users: 'users',
  projects: 'projects',
  profiles: 'profiles',
} as const;

export const tokensQuery = (client: PlatformClient) =>
  queryOptions({ queryKey: [settingsKeys.tokens], queryFn: ({ signal }) => client.listTokens({}, { signal }) });

export const usersQuery = (client: PlatformClient) =>
  queryOptions({ queryKey: [settingsKeys.users], queryFn: ({ signal }) => client.listUsers({ signal }) });

export const projectsQuery = (client: PlatformClient) =>
  queryOptions({ queryKey: [settingsKeys.projects], queryFn: ({ signal }) => client.listProjects({ signal }) });

export const profilesQuery = (client: PlatformClient) =>
  queryOptions({ queryKey: [settingsKeys.profiles], queryFn: ({ signal }) => client.listProfiles({}, { signal }) });

export const readinessQuery = (client: PlatformClient) =>
  queryOptions({ queryKey: ['readiness'], queryFn: ({ signal }) => client.readiness({ signal }) });

/** Names and types of Secrets; their values never leave the server. */
export const secretsQuery = (client: PlatformClient, cluster: string) =>
  infiniteQueryOptions({
    queryKey: ['pull secrets', cluster],
    queryFn: ({ signal, pageParam }) =>
      client.clusterObjects(
        cluster,
        'secrets',
        { limit: 500, ...(pageParam !== '' && { continue: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });

export const auditQuery = (client: PlatformClient, filter: Partial<AuditFilter>) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal, pageParam }) =>
      client.listAudit({ limit: 100, ...filter, ...(pageParam !== '' && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });
