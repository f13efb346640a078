import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KubectlSession, kubectlPrograms } from '../test-support/kubectl-session.ts';
import { loadServiceAccountSigner } from './service-accounts/service-account-signer.ts';

const programs = kubectlPrograms();
const title = programs.length > 0 ? 'kubectl' : 'kubectl (skipped: there is no kubectl on PATH)';

describe.skipIf(programs.length === 0)(title, () => {
  let keys: string;
  let session: KubectlSession;
  beforeAll(async () => {
    keys = await mkdtemp(join(tmpdir(), 'kubemin-keys-'));
    const signer = await loadServiceAccountSigner({ directory: keys });
    session = await KubectlSession.start({ serviceAccounts: { signer, issuer: 'https://kubernetes.default.svc' } });
  });
  afterAll(async () => {
    await session.close();
    await rm(keys, { recursive: true });
  });

  const kubectl = (...args: readonly string[]): Promise<string> => session.run(args);

  it('auth whoami, and as somebody else', async () => {
    expect(await kubectl('auth', 'whoami')).toMatch(/Username +kubemin-admin/);
    const other = await kubectl('auth', 'whoami', '--as=bob', '--as-group=dev', '--as-uid=7');
    expect(other).toMatch(/Username +bob/);
    expect(other).toMatch(/UID +7/);
    expect(other).toMatch(/Groups +\[dev system:authenticated\]/);
    const wrong = await session.outcome(['get', 'pods', '--as-group=dev']);
    expect(wrong.stderr).toContain('without impersonating a user');
  });

  it('auth can-i, for itself and for others', async () => {
    expect(await kubectl('auth', 'can-i', 'delete', 'nodes')).toContain('yes');
    expect((await session.outcome(['auth', 'can-i', 'list', 'pods', '--as=bob'])).stdout).toContain('no');
    expect(await kubectl('auth', 'can-i', 'get', '/healthz', '--as=bob', '--as-group=x')).toContain('yes');
    const list = await kubectl('auth', 'can-i', '--list');
    expect(list).toMatch(/\*\.\* +\[\] +\[\] +\[\*\]/);
  });

  it.each(programs)(
    'create role, rolebinding and token, then access with the token alone (1.$minor)',
    async ({ minor, path }) => {
      const name = `reader-${minor}`;
      const run = (...args: readonly string[]): Promise<string> => session.run(args, path);
      await run('create', 'serviceaccount', name);
      await run('create', 'role', name, '--verb=get,list', '--resource=configmaps');
      await run('create', 'rolebinding', name, `--role=${name}`, `--serviceaccount=default:${name}`);
      const token = (await run('create', 'token', name, '--duration=15m')).trim();
      const config = join(session.home, `config-${minor}`);
      const raw = await run('config', 'view', '--raw', '-o', 'json');
      const { clusters, contexts } = JSON.parse(raw);
      const content = { ...JSON.parse(raw), clusters, contexts, users: [{ name: 'test', user: { token } }] };
      await writeFile(config, JSON.stringify(content));
      const as = (...args: readonly string[]) => session.outcome(['--kubeconfig', config, ...args], path);
      expect((await as('auth', 'whoami')).stdout).toContain(`system:serviceaccount:default:${name}`);
      expect((await as('get', 'configmaps', '-o', 'name')).ok).toBe(true);
      expect((await as('auth', 'can-i', 'list', 'configmaps')).stdout).toContain('yes');
      expect((await as('get', 'secrets')).stderr).toContain(
        `User "system:serviceaccount:default:${name}" cannot list resource "secrets" in API group "" in the namespace "default"`,
      );
      await run('delete', 'serviceaccount', name);
      expect((await as('get', 'configmaps')).stderr).toContain('You must be logged in to the server');
    },
  );

  it('auth reconcile adds what is missing', async () => {
    const file = join(session.home, 'role.yaml');
    const rule = '{verbs: [get], apiGroups: [""], resources: [pods]}';
    await writeFile(
      file,
      `apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: rec, namespace: default}\nrules: [${rule}]\n`,
    );
    expect(await kubectl('auth', 'reconcile', '-f', file)).toContain('reconciled');
    expect(await kubectl('get', 'role', 'rec', '-o', 'jsonpath={.rules[0].resources[0]}')).toBe('pods');
  });
});
