import { SkippingClock } from '@kubemin/testing';
import { type Act, describeKubectlOnCluster, fails, input, shows, warns } from '@kubemin/testing/kubectl';
import { NODE_LIFECYCLE_TIMES } from '../cluster/node-lifecycle/node-lifecycle-times.ts';
import { cronJob, job } from '../test-support/workload.ts';

const QUICK = { annotations: { 'kubemin.io/simulate-run-duration': '50ms' } };
const LONG = { annotations: { 'kubemin.io/simulate-run-duration': '10h' } };
const CRASHES = { annotations: { 'kubemin.io/simulate': 'crash-loop' } };

const clock = new SkippingClock();
const skip =
  (ms: number): Act =>
  async () =>
    clock.skip(ms);

/** Time skips: nodes cannot renew their leases meanwhile. */
const patient = { ...NODE_LIFECYCLE_TIMES, graceMs: 24 * 3_600_000 };

describeKubectlOnCluster(
  'runs jobs',
  {
    'to their end': [
      ['kubectl create -f -', input(job('sums', { ...QUICK, spec: { completions: 3, parallelism: 2 } })), /created/],
      ['kubectl wait --for=condition=Complete job/sums', 'job.batch/sums condition met'],
      ['kubectl get job sums', /\nsums +Complete +3\/3 +\d+s +\d+s/],
      ['kubectl get pods --no-headers', /^(sums-\w+ +0\/1 +Completed .*\n){3}$/],
      ['kubectl logs job/sums', warns(/Found 3 pods, using pod\/sums-\w+/), /container main of pod/],
      // Ages are kubectl's own reckoning: a cluster whose clock has skipped is ahead of it.
      shows('kubectl describe job sums', /Completed +(\d+s|<invalid>) .*Job completed/, /3 Succeeded \/ 0 Failed/),
    ],
    'each index once': [
      [
        'kubectl create -f -',
        input(job('parts', { ...QUICK, spec: { completions: 4, parallelism: 2, completionMode: 'Indexed' } })),
        'job.batch/parts created',
      ],
      ['kubectl wait --for=condition=Complete job/parts', 'job.batch/parts condition met'],
      ["kubectl get job parts -o jsonpath='{.status.completedIndexes}'", '0-3'],
      [
        'kubectl get pods -L batch.kubernetes.io/job-completion-index',
        /\nparts-0-\w+ .* 0\nparts-1-\w+ .* 1\nparts-2-\w+ .* 2\nparts-3-\w+ .* 3\n/,
      ],
    ],
    'that fail permanently': [
      [
        'kubectl create -f -',
        input(job('broken', { ...CRASHES, spec: { backoffLimit: 1 } })),
        'job.batch/broken created',
      ],
      shows("kubectl get job broken -o jsonpath='{.status.failed}'", '1'),
      skip(11_000),
      ['kubectl wait --for=condition=Failed job/broken', 'job.batch/broken condition met'],
      ['kubectl get job broken', /\nbroken +Failed +0\/1 /],
      shows(
        'kubectl describe job broken',
        /BackoffLimitExceeded .*Job has reached the specified backoff limit/,
        /0 Succeeded \/ 2 Failed/,
      ),
      ['kubectl wait --for=condition=Complete job/broken --timeout=0', fails(/timed out|condition not met/)],
    ],
    'that last too long': [
      [
        'kubectl create -f -',
        input(job('slow', { ...LONG, spec: { activeDeadlineSeconds: 60 } })),
        'job.batch/slow created',
      ],
      ["kubectl wait --for=jsonpath='{.status.ready}'=1 job/slow", 'job.batch/slow condition met'],
      skip(61_000),
      ['kubectl wait --for=condition=Failed job/slow', 'job.batch/slow condition met'],
      ['kubectl get job slow -o jsonpath=\'{.status.conditions[?(@.type=="Failed")].reason}\'', 'DeadlineExceeded'],
      shows('kubectl get pods -o name', ''),
    ],
    'that are suspended and go on': [
      ['kubectl create -f -', input(job('night', { ...LONG, spec: { suspend: true, parallelism: 2 } })), /created/],
      shows('kubectl get job night', /\nnight +Suspended +0\/1 of 2 /),
      ['kubectl get pods', fails('No resources found', 0)],
      [`kubectl patch job night -p '{"spec":{"suspend":false}}'`, 'job.batch/night patched'],
      ["kubectl wait --for=jsonpath='{.status.ready}'=2 job/night", 'job.batch/night condition met'],
      [`kubectl patch job night -p '{"spec":{"suspend":true}}'`, 'job.batch/night patched'],
      ['kubectl wait --for=condition=Suspended job/night', 'job.batch/night condition met'],
      shows('kubectl get pods -o name', ''),
    ],
    'and deletes them later': [
      ['kubectl create -f -', input(job('brief', { ...QUICK, spec: { ttlSecondsAfterFinished: 600 } })), /created/],
      ['kubectl wait --for=condition=Complete job/brief', 'job.batch/brief condition met'],
      ['kubectl get job brief -o name', 'job.batch/brief'],
      skip(601_000),
      ['kubectl wait --for=delete job/brief', /^(job.batch\/brief condition met\n)?$/],
      shows('kubectl get pods -o name', ''),
    ],
    'when they are due and when asked to': [
      ['kubectl create -f -', input(cronJob('tidy', { ...QUICK, spec: { schedule: '0 * * * *' } })), /created/],
      ['kubectl get cronjob tidy', /\ntidy +0 \* \* \* \* +<none> +False +0 +<none> /],
      ['kubectl create job now --from=cronjob/tidy', 'job.batch/now created'],
      ['kubectl wait --for=condition=Complete job/now', 'job.batch/now condition met'],
      ["kubectl get job now -o jsonpath='{.metadata.annotations.cronjob\\.kubernetes\\.io/instantiate}'", 'manual'],
      skip(3_600_000),
      shows('kubectl get jobs --no-headers', /^now .*\ntidy-\d+ +Complete +1\/1 .*\n$/),
      shows(
        'kubectl describe cronjob tidy',
        /SuccessfulCreate .*Created job tidy-\d+/,
        /SawCompletedJob .*Saw completed job: tidy-\d+, condition: Complete/,
      ),
      [`kubectl patch cronjob tidy -p '{"spec":{"suspend":true}}'`, 'cronjob.batch/tidy patched'],
      ['kubectl get cronjob tidy', /\ntidy +0 \* \* \* \* +<none> +True +/],
      ['kubectl delete cronjob tidy', 'cronjob.batch "tidy" deleted'],
      shows('kubectl get jobs,pods -o name', ''),
    ],
  },
  { clock, builtin: { nodeLifecycle: patient } },
);
