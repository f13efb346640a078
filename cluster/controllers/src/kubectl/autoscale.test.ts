import { SkippingClock } from '@kubemin/testing';
import { type Act, describeKubectlOnCluster, input, type Step, shows } from '@kubemin/testing/kubectl';
import { AUTOSCALER_TIMES } from '../autoscaler/autoscaler-times.ts';
import { NODE_LIFECYCLE_TIMES } from '../cluster/node-lifecycle/node-lifecycle-times.ts';
import { setSimulationRules } from '../test-support/simulation-rules.ts';
import { deployment } from '../test-support/workload.ts';

const clock = new SkippingClock();

/** So seldom that it never looks while a step takes its time. */
const SYNC_MS = 600_000;
/** The autoscaler has looked once more. */
const looked: Act = async () => clock.skip(1.2 * SYNC_MS);
/** What it recommended before no longer counts. */
const calmed: Act = async () => clock.skip(3_700_000);
const CALMLY = { spec: { behavior: { scaleDown: { stabilizationWindowSeconds: 3600 } } } };

/** However many pods there are, they share this load; each of them now has this much of it. */
const load = (total: string, each: string): readonly Step[] => [
  setSimulationRules({ match: { labels: { app: 'web' } }, usage: { cpu: { total } } }),
  shows('kubectl top pods --no-headers', new RegExp(`^(web-\\w+-\\w+ +${each} .*\\n)+$`)),
];
const replicas = (count: number): Step =>
  shows('kubectl get deployment web', new RegExp(`\\nweb +${count}/${count} +${count} +${count} `));
const targets = (percent: number, count: number): Step =>
  shows('kubectl get hpa web', new RegExp(`\\nweb +Deployment/web +cpu: ${percent}%/50% +1 +10 +${count} `));

describeKubectlOnCluster(
  'scales by usage',
  {
    'up to what the load needs and down again': [
      ['kubectl apply -f -', input(deployment('web', 1, { requests: { cpu: '100m' } })), 'deployment.apps/web created'],
      ['kubectl rollout status deployment/web', /successfully rolled out\n$/],
      ...load('20m', '20m'),
      [
        'kubectl autoscale deployment web --cpu-percent=50 --min=1 --max=10',
        'horizontalpodautoscaler.autoscaling/web autoscaled',
      ],
      [`kubectl patch hpa web --type=merge -p '${JSON.stringify(CALMLY)}'`, /patched/],
      looked,
      targets(20, 1),
      ...load('400m', '400m'),
      looked,
      // Not more than four at a time, or twice as many.
      replicas(5),
      looked,
      replicas(8),
      looked,
      targets(50, 8),
      shows(
        'kubectl describe hpa web',
        /SuccessfulRescale .*New size: 8; reason: cpu resource utilization \(percentage of request\) above target/,
        /ScalingActive +True +ValidMetricFound/,
      ),
      ...load('3', '375m'),
      looked,
      replicas(10),
      shows('kubectl describe hpa web', /ScalingLimited +True +TooManyReplicas +the desired replica count is more/),
      ...load('100m', '10m'),
      looked,
      shows('kubectl describe hpa web', /AbleToScale +True +ScaleDownStabilized +recent recommendations were higher/),
      ['kubectl get deployment web', /\nweb +10\/10 +/],
      calmed,
      replicas(2),
      looked,
      targets(50, 2),
      shows('kubectl describe hpa web', /SuccessfulRescale .*New size: 2; reason: All metrics below target/),
    ],
    'not at all while nothing can be measured': [
      ['kubectl apply -f -', input(deployment('web', 2)), 'deployment.apps/web created'],
      ['kubectl rollout status deployment/web', /successfully rolled out\n$/],
      ['kubectl autoscale deployment web --cpu-percent=50 --min=1 --max=10', /autoscaled/],
      shows(
        'kubectl describe hpa web',
        /ScalingActive +False +FailedGetResourceMetric .*missing request for cpu in container main of Pod web-/,
      ),
      ['kubectl get hpa web', /cpu: <unknown>\/50% /],
      ['kubectl get deployment web', /\nweb +2\/2 +/],
    ],
  },
  {
    clock,
    usageWindowMs: 50,
    builtin: {
      autoscaler: { ...AUTOSCALER_TIMES, syncMs: SYNC_MS },
      // Nodes cannot renew their leases while time skips.
      nodeLifecycle: { ...NODE_LIFECYCLE_TIMES, graceMs: 24 * 3_600_000 },
    },
  },
);
