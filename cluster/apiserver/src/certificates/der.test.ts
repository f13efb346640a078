import { X509Certificate } from 'node:crypto';
import { systemRandom } from '@kubemin/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeAuthority, makeClientCertificate, makeServerCertificate } from './certificate-builder.ts';
import { integer, objectId, octetString, parts, sequence, time } from './der.ts';

const when = { now: Date.UTC(2026, 0, 31, 12, 30, 15), random: systemRandom };

test('values of every length come out as they were put in', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 5 }), (values) => {
      const inside = values.map((value) => octetString(value));
      expect(parts(sequence(...inside)).map((part) => part.toString('hex'))).toEqual(
        inside.map((part) => part.toString('hex')),
      );
    }),
  );
});

test.each([
  ['00', '020100'],
  ['7f', '02017f'],
  ['80', '02020080'],
  ['0000ff01', '020300ff01'],
])('the number %s is never taken for a negative one, and has no digits too many', (hex, der) => {
  expect(integer(Buffer.from(hex, 'hex')).toString('hex')).toBe(der);
});

test('object ids beyond one byte per number', () => {
  expect(objectId('1.2.840.10045.4.3.2').toString('hex')).toBe('06082a8648ce3d040302');
});

test('moments change their form in 2050', () => {
  expect(time(Date.UTC(2049, 11, 31, 23, 59, 59)).toString('latin1')).toBe('\x17\x0d491231235959Z');
  expect(time(Date.UTC(2050, 0, 1)).toString('latin1')).toBe('\x18\x0f20500101000000Z');
});

describe('certificates as OpenSSL reads them', () => {
  test('an authority may sign, for ten years', async () => {
    const authority = new X509Certificate((await makeAuthority(when)).cert);
    expect(authority).toMatchObject({ subject: 'CN=kubemin-ca', issuer: 'CN=kubemin-ca', ca: true });
    expect(authority.validFrom).toBe('Jan 31 12:25:15 2026 GMT');
    expect(authority.validTo).toBe('Jan 29 12:30:15 2036 GMT');
    expect(authority.verify(authority.publicKey)).toBe(true);
  });

  test('OpenSSL reads the signed groups of a client, whatever characters they have', async () => {
    const authority = await makeAuthority(when);
    const groups = ['system:masters', 'a, b=c+"d"', '运维'];
    const client = new X509Certificate((await makeClientCertificate(authority, { name: 'alice', groups }, when)).cert);
    const issuer = new X509Certificate(authority.cert);
    expect(client.checkIssued(issuer)).toBe(true);
    expect(client.verify(issuer.publicKey)).toBe(true);
    expect(client.ca).toBe(false);
    expect(client.toLegacyObject().subject).toEqual({ CN: 'alice', O: groups });
    expect(client.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
  });

  test('a server is covered under every address it is given, and no other', () => {
    const v6 = fc.ipV6();
    return fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.ipV4(), v6), { minLength: 1, maxLength: 4 }), async (hosts) => {
        const { cert } = await makeServerCertificate(await authorityOnce, hosts, when);
        const server = new X509Certificate(cert);
        for (const host of hosts) expect(server.checkIP(host)).toBe(host);
        expect(server.checkHost('elsewhere.test')).toBeUndefined();
      }),
      { numRuns: 30 },
    );
  });

  const authorityOnce = makeAuthority(when);

  test('serial numbers differ', async () => {
    const authority = await makeAuthority(when);
    const made = await Promise.all([1, 2, 3].map(() => makeServerCertificate(authority, ['x.test'], when)));
    expect(new Set(made.map(({ cert }) => new X509Certificate(cert).serialNumber)).size).toBe(3);
  });
});
