import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KubectlSession, kubectlPrograms } from '../test-support/kubectl-session.ts';

const found = kubectlPrograms().length > 0;
const title = found
  ? 'kubectl and custom resources'
  : 'kubectl and custom resources (skipped: there is no kubectl on PATH)';

const DEFINITION = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crontabs.stable.test.example}
spec:
  group: stable.test.example
  scope: Namespaced
  names: {plural: crontabs, singular: crontab, kind: CronTab, shortNames: [ct], categories: [all]}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [cronSpec]
            properties:
              cronSpec: {type: string, pattern: '^(\\d+|\\*)(/\\d+)?(\\s+(\\d+|\\*)(/\\d+)?){4}$', description: When it runs.}
              image: {type: string, default: "registry.test/cron:1"}
              replicas: {type: integer, minimum: 0, maximum: 10}
          status:
            type: object
            properties:
              replicas: {type: integer}
              labelSelector: {type: string}
    subresources:
      status: {}
      scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas, labelSelectorPath: .status.labelSelector}
    additionalPrinterColumns:
    - {name: Spec, type: string, jsonPath: .spec.cronSpec}
    - {name: Replicas, type: integer, jsonPath: .spec.replicas}
    - {name: Image, type: string, jsonPath: .spec.image, priority: 1}
    - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
`;

const object = (cronSpec: string, replicas: number): string => `
apiVersion: stable.test.example/v1
kind: CronTab
metadata: {name: nightly}
spec: {cronSpec: "${cronSpec}", replicas: ${replicas}}
`;

describe.skipIf(!found)(title, () => {
  let session: KubectlSession;

  beforeAll(async () => {
    session = await KubectlSession.start();
  });

  afterAll(() => session.close());

  const kubectl = (...args: readonly string[]): Promise<string> => session.run(args);

  async function withFile(text: string, ...args: readonly string[]): Promise<string> {
    const file = join(session.home, 'object.yaml');
    await writeFile(file, text);
    return kubectl(...args, '-f', file);
  }

  it('creates a definition and finds it established', async () => {
    expect(await withFile(DEFINITION, 'create')).toContain(
      'customresourcedefinition.apiextensions.k8s.io/crontabs.stable.test.example created',
    );
    await kubectl('wait', '--for=condition=established', 'crd/crontabs.stable.test.example', '--timeout=5s');
    expect(await kubectl('get', 'crd')).toMatch(/NAME +CREATED AT\ncrontabs\.stable\.test\.example +\d{4}-/);
    expect(await kubectl('api-resources', '--api-group=stable.test.example')).toMatch(
      /crontabs +ct +stable\.test\.example\/v1 +true +CronTab/,
    );
  });

  it('applies an object, again without change, and with one', async () => {
    expect(await withFile(object('0 3 * * *', 1), 'apply')).toContain('crontab.stable.test.example/nightly created');
    expect(await withFile(object('0 3 * * *', 1), 'apply')).toContain('nightly unchanged');
    expect(await withFile(object('0 4 * * *', 2), 'apply')).toContain('nightly configured');
  });

  it('gets columns, wide columns, short names, categories and paths', async () => {
    expect(await kubectl('get', 'ct')).toMatch(/^NAME +SPEC +REPLICAS +AGE\nnightly +0 4 \* \* \* +2 +\d+s/);
    expect(await kubectl('get', 'crontabs', '-o', 'wide')).toMatch(/IMAGE.*\n.*registry\.test\/cron:1/);
    expect(await kubectl('get', 'all')).toContain('crontab.stable.test.example/nightly');
    expect(await kubectl('get', 'ct', 'nightly', '-o', 'jsonpath={.spec.image}')).toBe('registry.test/cron:1');
  });

  it('describes', async () => {
    const text = await kubectl('describe', 'ct', 'nightly');
    expect(text).toMatch(/Kind: +CronTab/);
    expect(text).toMatch(/Cron Spec: +0 4 \* \* \*/);
  });

  it('shows why an object is refused', async () => {
    await expect(withFile(object('never', 1), 'apply')).rejects.toThrow(
      /The CronTab "nightly" is invalid: spec\.cronSpec: Invalid value: "never": spec\.cronSpec in body should match/,
    );
    await expect(kubectl('patch', 'ct', 'nightly', '--type=merge', '-p', '{"spec":{"replicas":11}}')).rejects.toThrow(
      'spec.replicas in body should be less than or equal to 10',
    );
    await expect(
      kubectl('patch', 'ct', 'nightly', '--type=merge', '-p', '{"spec":{"replicas":"two"}}'),
    ).rejects.toThrow(
      'spec.replicas: Invalid value: "string": spec.replicas in body must be of type integer: "string"',
    );
  });

  it('patches, labels and scales', async () => {
    await kubectl(
      'patch',
      'ct',
      'nightly',
      '--type=json',
      '-p',
      '[{"op":"replace","path":"/spec/image","value":"registry.test/cron:2"}]',
    );
    await kubectl('label', 'ct', 'nightly', 'tier=night');
    expect(await kubectl('scale', 'ct/nightly', '--replicas=5')).toContain('scaled');
    await kubectl('patch', 'ct', 'nightly', '--subresource=status', '--type=merge', '-p', '{"status":{"replicas":5}}');
    expect(
      await kubectl(
        'get',
        'ct',
        '-l',
        'tier=night',
        '-o',
        'jsonpath={.items[0].spec.replicas} {.items[0].spec.image} {.items[0].status.replicas}',
      ),
    ).toBe('5 registry.test/cron:2 5');
  });

  it('explains the fields of the schema', async () => {
    expect(await kubectl('explain', 'ct.spec.cronSpec')).toContain('When it runs.');
  });

  it('deletes an object, and a definition with what is left', async () => {
    expect(await kubectl('delete', 'ct', 'nightly')).toContain('crontab.stable.test.example "nightly" deleted');
    await withFile(object('0 3 * * *', 1), 'create');
    expect(await kubectl('delete', 'crd', 'crontabs.stable.test.example')).toContain('deleted');
    expect(await kubectl('get', 'crd', '-o', 'name')).toBe('');
    // kubectl may still remember the resource, the server does not.
    await expect(kubectl('get', 'ct')).rejects.toThrow(
      /could not find the requested resource|doesn't have a resource type/,
    );
  });
});
