/** The settings of a kubelet as `/configz` reports them. Fields that are missing do not apply here. */
export type ReportedConfiguration = Readonly<Record<string, unknown>>;

/** How every node of ours is configured, and what differs on one. */
export function reportedConfiguration(own: ReportedConfiguration): ReportedConfiguration {
  return {
    kind: 'KubeletConfiguration',
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    port: 10_250,
    authentication: {
      x509: {},
      webhook: { enabled: true, cacheTTL: '2m0s' },
      anonymous: { enabled: false },
    },
    authorization: { mode: 'Webhook', webhook: { cacheAuthorizedTTL: '5m0s', cacheUnauthorizedTTL: '30s' } },
    clusterDomain: 'cluster.local',
    enableServer: true,
    enableDebuggingHandlers: true,
    enableSystemLogHandler: true,
    enableSystemLogQuery: true,
    maxPods: 110,
    nodeLeaseDurationSeconds: 40,
    nodeStatusReportFrequency: '5m0s',
    registerNode: true,
    ...own,
  };
}
