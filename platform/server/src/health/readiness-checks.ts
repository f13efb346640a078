import type { KubeClient } from '@kubemin/kube';
import { type SqlDatabase, sql } from '@kubemin/sql';
import { kubeVersion } from '../clusters/kube-version.ts';
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
      await kubeVersion(client, signal);
    },
  };
}
