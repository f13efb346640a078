import { expect, test } from 'vitest';
import { inClusterAccess } from './in-cluster.ts';

const PLACE = '/var/run/secrets/kubernetes.io/serviceaccount';

function pod(files: Readonly<Record<string, string>>) {
  return (path: string): string => {
    const text = files[path];
    if (text === undefined) throw new Error(`no such file: ${path}`);
    return text;
  };
}

test('a pod finds server, authority, namespace and a token that is read again for each request', () => {
  const files: Record<string, string> = {
    [`${PLACE}/token`]: 'one\n',
    [`${PLACE}/ca.crt`]: 'authority',
    [`${PLACE}/namespace`]: 'shop',
  };
  const access = inClusterAccess({ host: '10.96.0.1', port: '443', readFile: pod(files) });
  expect(access).toMatchObject({ server: 'https://10.96.0.1:443', ca: 'authority', namespace: 'shop' });
  files[`${PLACE}/token`] = 'two\n';
  expect(typeof access.token === 'function' && access.token()).toBe('two');
  expect(inClusterAccess({ host: 'fd00::1', port: '443', readFile: pod(files) }).server).toBe('https://[fd00::1]:443');
});

test.each([
  ['no address', { host: undefined, port: undefined }, {}, /KUBERNETES_SERVICE_HOST/],
  ['no token', { host: 'h', port: '1' }, {}, /cannot read .*serviceaccount\/token/],
  ['no authority', { host: 'h', port: '1' }, { [`${PLACE}/token`]: 't' }, /cannot read .*ca\.crt/],
])('%s: not in a pod, and the error states why', (_name, where, files, message) => {
  const load = () => inClusterAccess({ ...where, readFile: pod(files) });
  expect(load).toThrow(expect.objectContaining({ code: 'NOT_IN_CLUSTER' }));
  expect(load).toThrow(message);
});
