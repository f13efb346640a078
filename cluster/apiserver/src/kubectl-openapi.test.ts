import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KubectlOutcome, KubectlSession, kubectlPrograms } from './test-support/kubectl-session.ts';
import { deployment } from './test-support/test-api.ts';

/** The first that reads OpenAPI v3 before v2. */
const OLDEST_MINOR = 29;
const found = kubectlPrograms().filter(({ minor }) => minor >= OLDEST_MINOR);

const title = found.length > 0 ? 'kubectl' : `kubectl (skipped: there is none from 1.${OLDEST_MINOR} on PATH)`;

it.skipIf(found.length === 0)(`${title} 1.${found.map(({ minor }) => minor).join(', 1.')}`, () => {
  expect(new Set(found.map(({ minor }) => minor)).size).toBe(found.length);
});

describe.each(found)('kubectl 1.$minor, which validates by default', ({ path }) => {
  let session: KubectlSession;
  beforeAll(async () => {
    session = await KubectlSession.start();
  });
  afterAll(() => session.close());

  function kubectl(args: string): Promise<KubectlOutcome> {
    return session.outcome(args.split(' '), path);
  }

  /** With the object in a file, as people do it. */
  async function send(command: string, object: unknown): Promise<KubectlOutcome> {
    const file = join(session.home, 'object.json');
    await writeFile(file, JSON.stringify(object));
    return kubectl(`${command} -f ${file}`);
  }

  function misspelt(name: string): unknown {
    return JSON.parse(JSON.stringify(deployment(name)).replace('"selector":', '"replica":3,"selector":'));
  }

  it('creates, applies, applies a change and replaces', async () => {
    expect(await send('create', deployment('created'))).toMatchObject({
      stdout: 'deployment.apps/created created\n',
      stderr: '',
    });
    expect((await send('apply', deployment('web'))).stdout).toBe('deployment.apps/web created\n');
    expect((await send('apply', deployment('web'))).stdout).toBe('deployment.apps/web unchanged\n');
    expect(await send('apply', deployment('web', { replicas: 4 }))).toMatchObject({
      stdout: 'deployment.apps/web configured\n',
      stderr: '',
    });
    expect((await send('replace', deployment('web', { replicas: 2 }))).stdout).toContain('web replaced');
  });

  it('merges lists by their keys, as the schemas say', async () => {
    const containers = (...names: readonly string[]): unknown =>
      deployment('merged', {
        template: {
          metadata: { labels: { app: 'merged' } },
          spec: { containers: names.map((name) => ({ name, image: `registry.test/${name}:1` })) },
        },
      });
    await send('apply', containers('a', 'b'));
    const url = '/apis/apps/v1/namespaces/default/deployments/merged';
    const added = { spec: { template: { spec: { containers: [{ name: 'c', image: 'registry.test/c:1' }] } } } };
    await session.api.patch(url, added, 'strategic-merge');
    expect((await send('apply', containers('b'))).stderr).toBe('');
    const { spec } = Object(await session.api.get(url));
    const names = spec.template.spec.containers.map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual(['b', 'c']);
  });

  it.each(['create', 'apply'])('is told of unknown fields by %s', async (command) => {
    expect(await send(`${command}`, misspelt('misspelt'))).toMatchObject({
      ok: false,
      stderr: expect.stringContaining(
        'Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: unknown field "spec.replica"',
      ),
    });
    expect(await send(`${command} --validate=warn`, misspelt(`warned-${command}`))).toMatchObject({
      ok: true,
      stderr: 'Warning: unknown field "spec.replica"\n',
    });
    expect(await send(`${command} --validate=ignore`, misspelt(`ignored-${command}`))).toMatchObject({
      ok: true,
      stderr: '',
    });
  });

  it('explains', async () => {
    const { stdout } = await kubectl('explain deployment.spec.strategy');
    expect(stdout).toMatch(/KIND: +Deployment\n/);
    expect(stdout).toMatch(/FIELD: strategy <DeploymentStrategy>/);
    expect(stdout).toMatch(/rollingUpdate\t<RollingUpdateDeployment>/);
    const { stdout: ports } = await kubectl('explain pod.spec.containers.ports');
    expect(ports).toMatch(/containerPort\t<integer> -required-/);
    expect((await kubectl('explain deployment.spec --recursive')).stdout).toMatch(/maxSurge\t<IntOrString>/);
    expect(await kubectl('explain deployment.spec.nonsense')).toMatchObject({
      ok: false,
      stderr: expect.stringContaining('field "nonsense" does not exist'),
    });
  });

  it('discovers', async () => {
    const { stdout } = await kubectl('api-resources --no-headers -o wide');
    expect(stdout).toMatch(/deployments +deploy +apps\/v1 +true +Deployment +create,delete,deletecollection,get,list/);
    expect(stdout).toMatch(/namespaces +ns +v1 +false +Namespace/);
    const versions = (await kubectl('api-versions')).stdout.trim().split('\n');
    expect(versions).toEqual(expect.arrayContaining(['apps/v1', 'rbac.authorization.k8s.io/v1', 'v1']));
    expect((await kubectl('get all -A')).ok).toBe(true);
  });
});
