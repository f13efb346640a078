import { expect, test } from 'vitest';
import { bearerProtocol, shellAddress } from './command-socket.ts';

test('the address names the pod and each word of the command, over an encrypted connection where the page has one', () => {
  const address = new URL(
    shellAddress({ url: 'https://kubemin.example/base', appId: 'k7f3', pod: 'web-0', container: 'web' }, 'bash'),
  );
  expect(address.protocol).toBe('wss:');
  expect(address.pathname).toBe('/base/api/v1/applications/k7f3/pods/web-0/exec');
  expect(address.searchParams.getAll('command')).toEqual(['bash']);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ container: 'web', stdin: 'true', tty: 'true' });
});

test('a token becomes a protocol that is allowed in a header and decodes to the same token', () => {
  const token = 'km_a+b/c=?é';
  const protocol = bearerProtocol(token);
  expect(protocol).toMatch(/^[A-Za-z0-9._-]+$/);
  expect(Buffer.from(protocol.slice('bearer.kubemin.io.'.length), 'base64url').toString()).toBe(token);
});
