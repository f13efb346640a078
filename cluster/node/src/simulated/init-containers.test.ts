import { podStatusText } from '@kubemin/kubeapi';
import type { Container, Pod } from '@kubemin/kubeapi/types/core.v1';
import { describe, expect, test } from 'vitest';
import { simulatePod } from './pod-simulation.ts';
import { readSimulationRules } from './rules/rule-reader.ts';
import { RuleSet } from './rules/rule-set.ts';

const START = Date.UTC(2026, 0, 1);
const NETWORK = { hostIP: '198.18.0.1', podIP: '10.244.0.2' };
const SIDECAR: Container = { name: 'proxy', image: 'proxy:1', restartPolicy: 'Always' };
const INITS: readonly Container[] = [
  { name: 'fetch', image: 'init:1' },
  { name: 'migrate', image: 'init:1' },
];

function rules(text: string): RuleSet {
  const read = readSimulationRules(text);
  if (read.kind === 'problems') throw new Error(JSON.stringify(read.problems));
  return new RuleSet(read.rules.rules);
}

function pod(initContainers: readonly Container[], spec: Partial<Pod['spec']> = {}, annotations = {}): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'ns', name: 'p', uid: 'u', annotations },
    spec: { nodeName: 'n', containers: [{ name: 'c', image: 'shop:1' }], initContainers, ...spec },
  };
}

/** The pod as the API would hold it after looks at these times. */
function after(object: Pod, ruleText: string, ...times: readonly number[]): Pod {
  const set = rules(ruleText);
  let current = object;
  for (const time of times) {
    const { status } = simulatePod(current, { now: START + time, ...NETWORK, rules: set });
    current = { ...current, status: { ...current.status, ...status } };
  }
  return current;
}

const condition = ({ status }: Pod, type: string) => status?.conditions?.find((one) => one.type === type);

describe('init containers', () => {
  test('wait for a pod that is slow to start, and are counted from then on', () => {
    const waiting = after(pod(INITS, {}, { 'kubemin.io/simulate-start-delay': '5s' }), 'rules: []', 0, 1000);
    expect([podStatusText(waiting), waiting.status?.phase]).toEqual(['Init:0/2', 'Pending']);
    expect(waiting.status?.initContainerStatuses).toHaveLength(2);
  });

  test('that take their time run one after the other, and nothing else runs before they are done', () => {
    const slow = 'rules: [{ init: { for: 5s } }]';
    const first = after(pod(INITS), slow, 0);
    expect([podStatusText(first), first.status?.phase]).toEqual(['Init:0/2', 'Pending']);
    expect(first.status?.containerStatuses?.[0]?.state?.waiting?.reason).toBe('PodInitializing');
    expect(condition(first, 'Initialized')).toMatchObject({
      status: 'False',
      reason: 'ContainersNotInitialized',
      message: 'containers with incomplete status: [fetch migrate]',
    });
    const second = after(pod(INITS), slow, 0, 5000);
    expect(podStatusText(second)).toBe('Init:1/2');
    const running = after(pod(INITS), slow, 0, 5000, 10_000);
    expect([podStatusText(running), running.status?.phase]).toEqual(['Running', 'Running']);
    expect(condition(running, 'Initialized')?.status).toBe('True');
  });

  test('without a rule are done at once, and the pod runs', () => {
    expect(after(pod(INITS), '', 0).status?.phase).toBe('Running');
  });

  test('that fail are tried again with back-off, and the pod goes on once one succeeds', () => {
    const twice = 'rules: [{ init: { container: migrate, crashLoop: { times: 2 } } }]';
    expect(podStatusText(after(pod(INITS), twice, 0))).toBe('Init:Error');
    const backedOff = after(pod(INITS), twice, 0, 0);
    expect(podStatusText(backedOff)).toBe('Init:CrashLoopBackOff');
    expect(backedOff.status?.initContainerStatuses?.[1]).toMatchObject({ restartCount: 1, ready: false });
    expect(after(pod(INITS), twice, 0, 0, 10_000).status?.phase).toBe('Running');
  });

  test('that fail in a pod that is never restarted fail the pod, and its containers never start', () => {
    const failed = after(pod(INITS, { restartPolicy: 'Never' }), 'rules: [{ init: { container: fetch, exit: 4 } }]', 0);
    expect([podStatusText(failed), failed.status?.phase]).toEqual(['Init:Error', 'Failed']);
    expect(failed.status?.initContainerStatuses?.[0]?.state?.terminated?.exitCode).toBe(4);
    expect(failed.status?.initContainerStatuses?.[1]?.state?.waiting?.reason).toBe('PodInitializing');
    expect(failed.status?.containerStatuses?.[0]?.state?.waiting?.reason).toBe('PodInitializing');
  });

  test('whose image cannot be pulled have that reason', () => {
    const broken = after(pod(INITS), 'rules: [{ init: { container: "m*", imagePull: error } }]', 0, 1);
    expect([podStatusText(broken), broken.status?.phase]).toEqual(['Init:ImagePullBackOff', 'Pending']);
  });

  test('take their time and fail as annotations specify, too', () => {
    const annotations = { 'kubemin.io/simulate-init-duration': '3s', 'kubemin.io/simulate-init-exit-code': '1' };
    const asked = pod(INITS, {}, annotations);
    expect(podStatusText(after(asked, '', 0))).toBe('Init:0/2');
    expect(podStatusText(after(asked, '', 0, 3000))).toBe('Init:Error');
  });

  test('a sidecar runs beside the containers, counts for readiness, and ends with them', () => {
    const asked = pod([SIDECAR, ...INITS], { restartPolicy: 'Never' });
    const running = after(asked, 'rules: [{ init: { for: 5s } }]', 0, 5000, 10_000);
    expect(podStatusText(running)).toBe('Running');
    expect(running.status?.initContainerStatuses?.[0]).toMatchObject({ ready: true, started: true });
    const ended = after(running, '', 11_000);
    expect([podStatusText(ended), ended.status?.phase]).toEqual(['Completed', 'Succeeded']);
    expect(ended.status?.initContainerStatuses?.[0]?.state?.terminated?.reason).toBe('Completed');
  });

  test('a sidecar that crashes while the containers run is restarted, and only it is not ready', () => {
    const asked = pod([SIDECAR]);
    const running = after(asked, '', 0);
    const crashing = 'rules: [{ init: { container: proxy, for: 10s, exit: 1 } }]';
    const crashed = after(running, crashing, 10_000, 10_000, 20_000, 20_000);
    expect(podStatusText(crashed)).toBe('Init:CrashLoopBackOff');
    expect(crashed.status?.phase).toBe('Running');
    expect(crashed.status?.containerStatuses?.[0]).toMatchObject({ ready: true, restartCount: 0 });
    expect(condition(crashed, 'Ready')).toMatchObject({
      status: 'False',
      message: 'containers with unready status: [proxy]',
    });
  });

  test('a sidecar that cannot start holds up those behind it', () => {
    const held = after(pod([SIDECAR, ...INITS]), 'rules: [{ init: { container: proxy, crashLoop: true } }]', 0, 0);
    expect([podStatusText(held), held.status?.phase]).toEqual(['Init:CrashLoopBackOff', 'Pending']);
    expect(held.status?.initContainerStatuses?.[1]?.state?.waiting?.reason).toBe('PodInitializing');
  });
});
