import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KubectlSession, kubectlPrograms } from './test-support/kubectl-session.ts';
import { deployment } from './test-support/test-api.ts';

const found = kubectlPrograms().length > 0;
const title = found ? 'kubectl apply --server-side' : 'kubectl apply --server-side (skipped: no kubectl on PATH)';

function configMap(name: string, data: Readonly<Record<string, string>>): unknown {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data };
}

describe.skipIf(!found)(title, () => {
  let session: KubectlSession;

  beforeAll(async () => {
    session = await KubectlSession.start();
  });
  afterAll(() => session.close());

  const kubectl = {
    run: (...args: readonly string[]): Promise<string> => session.run(args),
    async apply(object: unknown, ...flags: readonly string[]): Promise<string> {
      const file = await session.file('applied.json', JSON.stringify(object));
      return session.run(['apply', '-f', file, ...flags]);
    },
  };

  const managers = (kind: string, name: string) =>
    kubectl.run(
      'get',
      kind,
      name,
      '--show-managed-fields',
      '-o',
      'jsonpath={range .metadata.managedFields[*]}{.manager} {.operation} {.subresource}{"\\n"}{end}',
    );

  it('creates, says nothing changed the second time, and changes', async () => {
    const app = deployment('web', { replicas: 2 });
    expect(await kubectl.apply(app, '--server-side')).toBe('deployment.apps/web serverside-applied\n');
    const before = await kubectl.run('get', 'deploy', 'web', '-o', 'jsonpath={.metadata.resourceVersion}');
    expect(await kubectl.apply(app, '--server-side')).toBe('deployment.apps/web serverside-applied\n');
    expect(await kubectl.run('get', 'deploy', 'web', '-o', 'jsonpath={.metadata.resourceVersion}')).toBe(before);
    await kubectl.apply(deployment('web', { replicas: 3 }), '--server-side');
    expect(await kubectl.run('get', 'deploy', 'web', '-o', 'jsonpath={.spec.replicas}')).toBe('3');
  });

  it('shows who owns what', async () => {
    await kubectl.apply(configMap('shown', { a: '1' }), '--server-side');
    const yaml = await kubectl.run('get', 'cm', 'shown', '-o', 'yaml', '--show-managed-fields');
    expect(yaml).toMatch(
      /managedFields:\n {2}- apiVersion: v1\n {4}fieldsType: FieldsV1\n {4}fieldsV1:\n {6}f:data:\n {8}f:a: \{\}\n {4}manager: kubectl\n {4}operation: Apply\n {4}time: "\d{4}-/,
    );
    expect(await kubectl.run('get', 'cm', 'shown', '-o', 'yaml')).not.toContain('managedFields');
  });

  it('reports a conflict between two managers, and overcomes it by force', async () => {
    await kubectl.apply(configMap('contested', { a: '1', b: '1' }), '--server-side', '--field-manager=first');
    const second = configMap('contested', { a: '2' });
    await expect(kubectl.apply(second, '--server-side', '--field-manager=second')).rejects.toThrow(
      'Apply failed with 1 conflict: conflict with "first": .data.a',
    );
    await kubectl.apply(second, '--server-side', '--field-manager=second', '--force-conflicts');
    expect(await kubectl.run('get', 'cm', 'contested', '-o', 'jsonpath={.data}')).toBe('{"a":"2","b":"1"}');
    expect(await managers('cm', 'contested')).toBe('first Apply \nsecond Apply \n');
  });

  it('removes what is no longer applied, and only that', async () => {
    await kubectl.apply(configMap('shrinking', { mine: '1', shared: '1' }), '--server-side');
    await kubectl.apply(configMap('shrinking', { shared: '1', theirs: '1' }), '--server-side', '--field-manager=other');
    await kubectl.apply(configMap('shrinking', {}), '--server-side');
    expect(await kubectl.run('get', 'cm', 'shrinking', '-o', 'jsonpath={.data}')).toBe('{"shared":"1","theirs":"1"}');
  });

  it('removes a container from the middle of a list', async () => {
    const pod = (...names: string[]) => ({
      selector: { matchLabels: { app: 'many' } },
      template: {
        metadata: { labels: { app: 'many' } },
        spec: { containers: names.map((name) => ({ name, image: `registry.test/${name}:1` })) },
      },
    });
    await kubectl.apply(deployment('many', pod('a', 'b', 'c')), '--server-side');
    await kubectl.apply(deployment('many', pod('a', 'c')), '--server-side');
    const path = 'jsonpath={.spec.template.spec.containers[*].name}';
    expect(await kubectl.run('get', 'deploy', 'many', '-o', path)).toBe('a c');
  });

  it('takes over what client-side apply owned', async () => {
    await kubectl.apply(configMap('migrated', { a: '1', gone: '1' }));
    expect(await managers('cm', 'migrated')).toBe('kubectl-client-side-apply Update \n');
    await kubectl.apply(configMap('migrated', { a: '2' }), '--server-side');
    expect(await kubectl.run('get', 'cm', 'migrated', '-o', 'jsonpath={.data}')).toBe('{"a":"2"}');
    // kubectl itself gives the annotation to a manager of its own.
    expect(await managers('cm', 'migrated')).toBe('kubectl Apply \nkubectl-last-applied Apply \n');
  });

  it('goes back to client-side apply', async () => {
    await kubectl.apply(configMap('back', { a: '1', b: '1' }));
    await kubectl.apply(configMap('back', { a: '2', b: '1' }), '--server-side');
    await kubectl.apply(configMap('back', { a: '3' }));
    expect(await kubectl.run('get', 'cm', 'back', '-o', 'jsonpath={.data}')).toBe('{"a":"3"}');
  });

  it('is told who scaled, labelled and edited', async () => {
    await kubectl.apply(deployment('scaled', { replicas: 1 }), '--server-side');
    await kubectl.run('scale', 'deploy', 'scaled', '--replicas=4');
    await kubectl.run('label', 'deploy', 'scaled', 'tier=front');
    expect(await managers('deploy', 'scaled')).toBe('kubectl Apply \nkubectl Update scale\nkubectl-label Update \n');
    await expect(kubectl.apply(deployment('scaled', { replicas: 1 }), '--server-side')).rejects.toThrow(
      'conflict with "kubectl" with subresource "scale" using apps/v1: .spec.replicas',
    );
  });

  it('can be tried without effect', async () => {
    await kubectl.apply(configMap('tried', { a: '1' }), '--server-side', '--dry-run=server');
    await expect(kubectl.run('get', 'cm', 'tried')).rejects.toThrow('not found');
  });

  it('names the field nobody knows', async () => {
    const wrong = { ...Object(configMap('wrong', {})), colour: 'red' };
    await expect(kubectl.apply(wrong, '--server-side')).rejects.toThrow(
      'failed to create typed patch object (default/wrong; v1, Kind=ConfigMap): .colour: field not declared in schema',
    );
  });
});
