import { customKind, fields, list, text, word } from '../../../platform/render/src/test-support/custom-kind.ts';

const labels = { type: 'object', additionalProperties: text };
const duration = { type: 'string', pattern: '^([0-9]+(ms|s|m|h|d))+$' };
const group = { group: 'monitoring.coreos.com', version: 'v1' } as const;

/** As much of the Prometheus operator's ServiceMonitor as the chart may use. */
export const serviceMonitorKind = customKind({
  ...group,
  kind: 'ServiceMonitor',
  plural: 'servicemonitors',
  spec: fields({
    jobLabel: text,
    'selector!': fields({ matchLabels: labels }),
    'endpoints!': list(fields({ port: text, path: text, scheme: word('http', 'https'), interval: duration })),
  }),
});

/** As much of the Prometheus operator's PrometheusRule as the chart may use. */
export const prometheusRuleKind = customKind({
  ...group,
  kind: 'PrometheusRule',
  plural: 'prometheusrules',
  spec: fields({
    groups: list(
      fields({
        'name!': text,
        interval: duration,
        'rules!': list(
          fields({ record: text, alert: text, 'expr!': text, for: duration, labels, annotations: labels }),
        ),
      }),
    ),
  }),
});
