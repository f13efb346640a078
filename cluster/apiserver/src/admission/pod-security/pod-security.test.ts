import { jsonLogger, systemClock } from '@kubemin/base';
import type { ApiMethod } from '@kubemin/kubeapi';
import { metricSamples } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployment, pod, type SendOptions, TestApi } from '../../test-support/test-api.ts';
import { podSecurity } from './pod-security-admission.ts';
import { readPodSecurityConfiguration } from './pod-security-configuration.ts';

const PRIVILEGED = { containers: [{ name: 'c', image: 'i:1', securityContext: { privileged: true } }] };
const PRIVILEGED_FINDING = 'privileged (container "c" must not set securityContext.privileged=true)';
const RESTRICTED = {
  securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  containers: [
    {
      name: 'c',
      image: 'i:1',
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
    },
  ],
};
const MERGE = 'application/merge-patch+json';

let api: TestApi;
const logged: string[] = [];
beforeAll(async () => {
  const logger = jsonLogger({ clock: systemClock, write: (line) => void logged.push(line) });
  api = await TestApi.start({ logger });
});
afterAll(() => api.close());

let count = 0;

/** The path of a namespace of its own, with labels of Pod Security. */
async function namespace(labels: Readonly<Record<string, string>> = {}, server = api): Promise<string> {
  count += 1;
  const name = `ns-${count}`;
  await server.create('/api/v1/namespaces', { metadata: { name, labels: labelled(labels) } });
  return `/api/v1/namespaces/${name}`;
}

function labelled(labels: Readonly<Record<string, string | null>>): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    Object.entries(labels).map(([mode, value]) => [`pod-security.kubernetes.io/${mode}`, value]),
  );
}

/** The warnings with the response, without the code before them. */
async function warnings(
  method: ApiMethod,
  url: string,
  options: SendOptions,
  server = api,
): Promise<readonly string[]> {
  const response = await server.send(method, url, options);
  expect(response.status).toBeLessThan(300);
  const { warning = [] } = response.headers;
  return [warning].flat().map((text) => text.replace(/^299 - "(.*)"$/, '$1').replaceAll('\\"', '"'));
}

const relabel = (url: string, labels: Readonly<Record<string, string | null>>): Promise<readonly string[]> =>
  warnings('PATCH', url, { body: { metadata: { labels: labelled(labels) } }, contentType: MERGE });

describe('a namespace with a level to enforce', () => {
  it('rejects pods that violate it, in Kubernetes’ words, also in a dry run', async () => {
    const url = await namespace({ enforce: 'baseline' });
    for (const query of ['', '?dryRun=All']) {
      expect(await api.refused('POST', `${url}/pods${query}`, { body: pod('bad', PRIVILEGED) })).toMatchObject({
        code: 403,
        reason: 'Forbidden',
        message: `pods "bad" is forbidden: violates PodSecurity "baseline:latest": ${PRIVILEGED_FINDING}`,
      });
    }
    expect(await warnings('POST', `${url}/pods`, { body: pod('good') })).toEqual([]);
  });

  it('rejects by the version that a label states', async () => {
    const url = await namespace({ enforce: 'restricted', 'enforce-version': 'v1.18' });
    const old = { ...RESTRICTED, securityContext: { runAsNonRoot: true } };
    await api.create(`${url}/pods`, pod('old', old));
    await relabel(url, { 'enforce-version': 'latest' });
    const { message } = await api.refused('POST', `${url}/pods`, { body: pod('new', old) });
    expect(message).toContain(
      'violates PodSecurity "restricted:latest": seccompProfile (pod or container "c" must set',
    );
    await api.create(`${url}/pods`, pod('confined', RESTRICTED));
  });

  it('accepts pods of workloads later: only warns about their templates', async () => {
    const url = (await namespace({ enforce: 'baseline' })).replace('/api/v1', '/apis/apps/v1');
    const template = { metadata: { labels: { app: 'web' } }, spec: PRIVILEGED };
    expect(await warnings('POST', `${url}/deployments`, { body: deployment('web', { template }) })).toEqual([
      `would violate PodSecurity "baseline:latest": ${PRIVILEGED_FINDING}`,
    ]);
  });

  it('lets changes of older pods pass that have nothing to do with it', async () => {
    const url = await namespace();
    await api.create(`${url}/pods`, pod('old', PRIVILEGED));
    await relabel(url, { enforce: 'baseline' });
    const at = `${url}/pods/old`;
    await api.patch(at, { metadata: { labels: { a: 'b' } } });
    await api.patch(at, { spec: { activeDeadlineSeconds: 10 } });
    await api.patch(`${at}/status`, { status: { phase: 'Running' } });
    const image = { spec: { containers: [{ name: 'c', image: 'i:2' }] } };
    const options = { body: image, contentType: 'application/strategic-merge-patch+json' };
    expect((await api.refused('PATCH', at, options)).message).toContain('violates PodSecurity "baseline:latest"');
    await api.ok('DELETE', at);
  });

  it('checks ephemeral containers, and not the resources of the others', async () => {
    const url = await namespace();
    await api.create(`${url}/pods`, pod('debugged', RESTRICTED));
    const resources = { requests: { cpu: '100m' } };
    const [first] = PRIVILEGED.containers;
    await api.create(`${url}/pods`, pod('old', { containers: [{ ...first, resources }] }));
    await relabel(url, { enforce: 'restricted' });
    const [container] = RESTRICTED.containers;
    const added = (securityContext: unknown): SendOptions => ({
      body: { spec: { ephemeralContainers: [{ ...container, name: 'debug', securityContext }] } },
      contentType: 'application/strategic-merge-patch+json',
    });
    const at = `${url}/pods/debugged/ephemeralcontainers`;
    expect((await api.refused('PATCH', at, added({ privileged: true }))).message).toContain(
      'violates PodSecurity "restricted:latest": privileged (container "debug" must not set',
    );
    await api.ok('PATCH', at, added(container?.securityContext));
    const resized = { spec: { containers: [{ name: 'c', resources: { requests: { cpu: '200m' } } }] } };
    await api.patch(`${url}/pods/old/resize`, resized, 'strategic-merge');
  });

  it('warns about every kind that has a template of pods, and about no other', async () => {
    const url = await namespace({ enforce: 'privileged', warn: 'restricted' });
    const job = { metadata: { name: 'j' }, spec: { template: { spec: { ...PRIVILEGED, restartPolicy: 'Never' } } } };
    const cron = { metadata: { name: 'c' }, spec: { schedule: '* * * * *', jobTemplate: { spec: job.spec } } };
    const batch = url.replace('/api/v1', '/apis/batch/v1');
    for (const [path, body] of [
      [`${batch}/jobs`, job],
      [`${batch}/cronjobs`, cron],
      [`${url}/podtemplates`, { metadata: { name: 't' }, template: { spec: PRIVILEGED } }],
    ] as const) {
      const [text = '', ...more] = await warnings('POST', path, { body });
      expect(text).toContain(`would violate PodSecurity "restricted:latest": ${PRIVILEGED_FINDING}`);
      expect(more).toEqual([]);
    }
    expect(await warnings('POST', `${url}/configmaps`, { body: { metadata: { name: 'm' } } })).toEqual([]);
  });
});

describe('warnings and records', () => {
  it('go with the response, for creations by apply as well', async () => {
    const url = await namespace({ warn: 'baseline' });
    const expected = [`would violate PodSecurity "baseline:latest": ${PRIVILEGED_FINDING}`];
    expect(await warnings('POST', `${url}/pods`, { body: pod('a', PRIVILEGED) })).toEqual(expected);
    const apply = { body: pod('b', PRIVILEGED), contentType: 'application/apply-patch+yaml' };
    expect(await warnings('PATCH', `${url}/pods/b?fieldManager=me`, apply)).toEqual(expected);
  });

  it('violations of the level to audit are logged and counted', async () => {
    const url = await namespace({ audit: 'baseline' });
    logged.length = 0;
    expect(await warnings('POST', `${url}/pods`, { body: pod('a', PRIVILEGED) })).toEqual([]);
    const [line = ''] = logged.filter((text) => text.includes('would violate PodSecurity'));
    for (const part of ['baseline:latest', 'privileged (container', 'kubemin-admin']) expect(line).toContain(part);
    const response = await api.send('GET', '/metrics');
    const samples = metricSamples(response.kind === 'text' ? response.text : '');
    const series = (decision: string, level: string, mode: string): string =>
      `pod_security_evaluations_total{decision="${decision}",policy_level="${level}",policy_version="latest",mode="${mode}",request_operation="create",resource="pod",subresource=""}`;
    expect(samples.get(series('deny', 'baseline', 'audit'))).toBe(1);
    expect(samples.get(series('allow', 'privileged', 'enforce'))).toBeGreaterThan(0);
  });
});

describe('labels of a namespace', () => {
  it('must be valid when they change', async () => {
    const { message } = await api.refused('POST', '/api/v1/namespaces', {
      body: { metadata: { name: 'wrong', labels: labelled({ enforce: 'strict' }) } },
    });
    expect(message).toBe(
      'Namespace "wrong" is invalid: metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "strict": must be one of privileged, baseline, restricted',
    );
    const url = await namespace({ enforce: 'baseline' });
    const body = { metadata: { labels: labelled({ 'enforce-version': '1.30' }) } };
    expect((await api.refused('PATCH', url, { body, contentType: MERGE })).message).toContain(
      'must be "latest" or "v1.x"',
    );
  });

  it('that enforce more warn about the pods that are there', async () => {
    const url = await namespace();
    const name = url.split('/').at(-1);
    await api.create(`${url}/pods`, pod('bad', PRIVILEGED));
    await api.create(`${url}/pods`, pod('good', RESTRICTED));
    expect(await relabel(url, { warn: 'restricted' })).toEqual([]);
    const dry = { body: { metadata: { labels: labelled({ enforce: 'baseline' }) } }, contentType: MERGE };
    const expected = [
      `existing pods in namespace "${name}" violate the new PodSecurity enforce level "baseline:latest"`,
      'bad: privileged',
    ];
    expect(await warnings('PATCH', `${url}?dryRun=All`, dry)).toEqual(expected);
    expect(await relabel(url, { enforce: 'baseline' })).toEqual(expected);
    expect(await relabel(url, { enforce: 'baseline', audit: 'restricted' })).toEqual([]);
    expect(await relabel(url, { enforce: 'privileged' })).toEqual([]);
  });
});

describe('a configuration', () => {
  let configured: TestApi;
  beforeAll(async () => {
    const document = {
      apiVersion: 'pod-security.admission.config.k8s.io/v1',
      kind: 'PodSecurityConfiguration',
      defaults: { enforce: 'baseline' },
      exemptions: { usernames: ['trusted'], namespaces: ['exempt'], runtimeClasses: ['sealed'] },
    };
    configured = await TestApi.start({
      admission: ['ServiceAccount', podSecurity(readPodSecurityConfiguration(document, []))],
    });
  });
  afterAll(() => configured.close());

  it('counts where labels demand nothing', async () => {
    const url = await namespace({}, configured);
    const { message } = await configured.refused('POST', `${url}/pods`, { body: pod('a', PRIVILEGED) });
    expect(message).toContain('violates PodSecurity "baseline:latest"');
    const open = await namespace({ enforce: 'privileged' }, configured);
    await configured.create(`${open}/pods`, pod('a', PRIVILEGED));
  });

  it('exempts users, runtime classes and namespaces', async () => {
    const url = await namespace({}, configured);
    const user = { username: 'trusted', groups: ['system:masters'] };
    await configured.ok('POST', `${url}/pods`, { body: pod('a', PRIVILEGED), user });
    await configured.create(`${url}/pods`, pod('b', { ...PRIVILEGED, runtimeClassName: 'sealed' }));
    const body = { metadata: { name: 'exempt', labels: labelled({ enforce: 'restricted' }) } };
    expect(await warnings('POST', '/api/v1/namespaces', { body }, configured)).toEqual([
      'namespace "exempt" is exempt from Pod Security, and the policy (enforce=restricted:latest) will be ignored',
    ]);
    await configured.create('/api/v1/namespaces/exempt/pods', pod('a', PRIVILEGED));
  });
});

it('without labels and configuration every pod is allowed', async () => {
  const url = await namespace();
  expect(await warnings('POST', `${url}/pods`, { body: pod('a', { ...PRIVILEGED, hostNetwork: true }) })).toEqual([]);
});
