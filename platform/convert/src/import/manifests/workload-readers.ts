import { manifestsMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { AllPropertiesInput, ComponentInput } from '../imported.ts';
import type { Part } from '../source/part.ts';
import { acceptManagedLabels } from './manifest.ts';

/** What the kind of a workload has, beside its pod. `worker` becomes `webservice` where a Service selects it. */
export interface WorkloadInput {
  readonly type: ComponentInput['type'];
  readonly replicas?: number | undefined;
  readonly properties?: AllPropertiesInput;
}

type Reader = (part: Part, template: Part) => WorkloadInput;

/** One reader for each kind that runs pods. */
export const workloadReaders: Readonly<Record<string, Reader>> = {
  Deployment: (part, template) => {
    const spec = part.at('spec');
    takeCommon(spec, template);
    return { type: 'worker', replicas: spec.at('replicas').number(), properties: readUpdate(spec.at('strategy')) };
  },
  ReplicaSet: (part, template) => {
    const spec = part.at('spec');
    takeCommon(spec, template);
    part.at('kind').note('kind: ReplicaSet', manifestsMessages.replicaSet);
    return { type: 'worker', replicas: spec.at('replicas').number() };
  },
  StatefulSet: (part, template) => {
    const spec = part.at('spec');
    takeCommon(spec, template);
    spec.at('podManagementPolicy').acceptIf('OrderedReady');
    spec.at('updateStrategy', 'type').acceptIf('RollingUpdate');
    spec.at('updateStrategy', 'rollingUpdate', 'partition').acceptIf('0');
    for (const key of ['whenDeleted', 'whenScaled']) {
      spec.at('persistentVolumeClaimRetentionPolicy', key).acceptIf('Retain');
    }
    return { type: 'store', replicas: spec.at('replicas').number() };
  },
  DaemonSet: (part, template) => {
    const spec = part.at('spec');
    takeCommon(spec, template);
    return { type: 'daemon', properties: readUpdate(spec.at('updateStrategy')) };
  },
  Job: (part, template) => readJob(part.at('spec'), template),
  CronJob: (part, template) => {
    const spec = part.at('spec');
    acceptManagedLabels(spec.at('jobTemplate', 'metadata'));
    const { properties } = readJob(spec.at('jobTemplate', 'spec'), template);
    return { type: 'cron', properties: { ...properties, ...readSchedule(spec) } };
  },
  Pod: (part) => {
    const restartPolicy = part.at('spec', 'restartPolicy').peek() ?? 'Always';
    part.at('spec', 'restartPolicy').acceptIf('Always', 'Never', 'OnFailure');
    const isEndless = restartPolicy === 'Always';
    const kind = isEndless ? 'a Deployment' : 'a Job';
    part.at('kind').note('kind: Pod', manifestsMessages.pod({ kind }));
    return isEndless ? { type: 'worker' } : { type: 'job', properties: { restartPolicy: jobRestart(restartPolicy) } };
  },
};

function takeCommon(spec: Part, template: Part): void {
  spec.at('selector').accept();
  template.at('spec', 'restartPolicy').acceptIf('Always');
  spec.at('revisionHistoryLimit').acceptIf('10');
  spec.at('progressDeadlineSeconds').acceptIf('600');
  spec.at('minReadySeconds').acceptIf('0');
  spec.at('paused').acceptIf('false');
}

const SHARE = /^(\d{1,5}|\d{1,2}%|100%)$/;

function readUpdate(strategy: Part): AllPropertiesInput {
  const type = strategy.at('type').peek() ?? 'RollingUpdate';
  if (type === 'Recreate') {
    strategy.at('type').accept();
    return { update: { strategy: 'recreate' } };
  }
  strategy.at('type').acceptIf('RollingUpdate');
  const share = (name: string) => {
    const part = strategy.at('rollingUpdate', name);
    return SHARE.test(part.peek() ?? '') ? part.text() : undefined;
  };
  const shares = filled({ maxSurge: share('maxSurge'), maxUnavailable: share('maxUnavailable') });
  return Object.keys(shares).length === 0 ? {} : { update: { strategy: 'rolling', ...shares } };
}

function jobRestart(text: string | undefined): 'Never' | 'OnFailure' {
  return text === 'OnFailure' ? 'OnFailure' : 'Never';
}

function readJob(spec: Part, template: Part): WorkloadInput {
  spec.at('selector').accept();
  spec.at('completionMode').acceptIf('NonIndexed');
  spec.at('manualSelector').acceptIf('false');
  const parallelism = spec.at('parallelism').number();
  const completions = spec.at('completions').number();
  if (completions === undefined && (parallelism ?? 1) > 1) {
    spec
      .at('parallelism')
      .note(manifestsMessages.noCompletions, manifestsMessages.completions({ count: String(parallelism) }));
  }
  const restart = template.at('spec', 'restartPolicy');
  restart.acceptIf('Never', 'OnFailure');
  const suspended = spec.at('suspend').flag() === true;
  return {
    type: 'job',
    ...(suspended ? { replicas: 0 } : {}),
    properties: {
      ...filled({
        parallelism,
        completions,
        backoffLimit: spec.at('backoffLimit').number(),
        activeDeadlineSeconds: spec.at('activeDeadlineSeconds').number(),
        ttlSecondsAfterFinished: spec.at('ttlSecondsAfterFinished').number(),
      }),
      restartPolicy: jobRestart(restart.peek()),
    },
  };
}

const CONCURRENCY = ['Forbid', 'Replace'] as const;

function readSchedule(spec: Part): AllPropertiesInput {
  const concurrency = spec.at('concurrencyPolicy');
  concurrency.acceptIf('Allow', ...CONCURRENCY);
  return {
    schedule: spec.at('schedule').text() ?? '',
    ...filled({
      timeZone: spec.at('timeZone').text(),
      concurrencyPolicy: CONCURRENCY.find((name) => name === concurrency.peek()),
      startingDeadlineSeconds: spec.at('startingDeadlineSeconds').number(),
      successfulJobsHistoryLimit: spec.at('successfulJobsHistoryLimit').number(),
      failedJobsHistoryLimit: spec.at('failedJobsHistoryLimit').number(),
      suspend: spec.at('suspend').flag() || undefined,
    }),
  };
}
