import type { AuditFilter, ClusterObjectList, PlatformClient } from '@kubemin/client';
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

/** The types of Secrets that Kubernetes uses to pull images. */
const PULL_TYPES = ['kubernetes.io/dockerconfigjson', 'kubernetes.io/dockercfg'];

/** Names of all Secrets for pulling images; their values never leave the server. */
export const pullSecretsQuery = (client: PlatformClient, cluster: string) =>
  queryOptions({
    queryKey: ['pull secrets', cluster],
    queryFn: async ({ signal }) => {
      const secrets: ClusterObjectList['objects'][number][] = [];
      for (const type of PULL_TYPES) {
        let page: ClusterObjectList | undefined;
        do {
          const place = page?.next === undefined ? {} : { continue: page.next };
          const filter = { fieldSelector: `type=${type}`, limit: 500, ...place };
          page = await client.clusterObjects(cluster, 'secrets', filter, { signal });
          secrets.push(...page.objects);
        } while (page.next !== undefined);
      }
      return secrets;
    },
  });

export const auditQuery = (client: PlatformClient, filter: Partial<AuditFilter>) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal, pageParam }) =>
      client.listAudit({ limit: 100, ...filter, ...(pageParam !== '' && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });
