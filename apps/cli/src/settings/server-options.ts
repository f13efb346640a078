import type { PlatformServerSettings } from '@kubemin/server';
import { accessSettings } from './rows/access.ts';
import { retentionSettings } from './rows/retention.ts';
import { serverSettings } from './rows/server.ts';
import { workflowSettings } from './rows/workflow.ts';
import type { SettingValues } from './setting-values.ts';

/** How the settings want the HTTP server to behave. */
export function serverSettingsFrom(values: SettingValues): PlatformServerSettings {
  return {
    metricsAccess: values.get(serverSettings.metricsAccess),
    requests: {
      perSecond: values.get(accessSettings.requestsPerSecond),
      burst: values.get(accessSettings.requestsBurst),
    },
    failedAuthentications: {
      perSecond: values.get(accessSettings.failedTokensPerSecond),
      burst: values.get(accessSettings.failedTokensBurst),
    },
    trustedProxies: values.get(accessSettings.trustedProxies),
    cors: { origins: values.get(accessSettings.corsOrigins) },
    missingGraceMs: values.get(workflowSettings.missingGrace),
    idempotencyMs: values.get(retentionSettings.keepRequestsFor),
    keepTokensForMs: values.get(retentionSettings.keepTokensFor),
    keepAuditForMs: values.get(retentionSettings.keepAuditFor),
  };
}
