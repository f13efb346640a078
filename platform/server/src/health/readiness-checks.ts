import { RetryableError } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { type SqlDatabase, sql } from '@kubemin/sql';
import type { ReadinessCheck } from './health-service.ts';

/** The database answers a query. */
export function databaseCheck(database: SqlDatabase): ReadinessCheck {
  return {
    name: 'database',
    check: async () => {
      await sql`select 1`.execute(database.query);
    },
  };
}

/** The Kubernetes API says which version it is, which needs no permission anywhere. */
export function kubeCheck(client: KubeClient): ReadinessCheck {
  return {
    name: 'kubernetes',
    check: async (signal) => {
      const { status } = await client.handler({
        method: 'GET',
        path: '/version',
        query: new URLSearchParams(),
        headers: {},
        signal,
      });
      if (status !== 200) throw new RetryableError(`the Kubernetes API answers ${status}`, { code: 'KUBE_NOT_READY' });
    },
  };
}
