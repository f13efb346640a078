import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RetryableError, TerminalError } from '@kubemin/base';
import { ManualClock, type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { type ClusterAccess, loadKubeconfig } from './kubeconfig.ts';

const V1 = 'client.authentication.k8s.io/v1';
const CA = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

let directory: TemporaryDirectory;
let clock: ManualClock;

beforeEach(async () => {
  directory = await temporaryDirectory();
  clock = new ManualClock();
});

afterEach(() => directory.remove());

/** Puts a program beside the kubeconfig. */
async function plugin(...lines: readonly string[]): Promise<void> {
  const file = join(directory.path, 'plugin');
  await writeFile(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  await chmod(file, 0o755);
}

function pluginScript(status: object, apiVersion = V1): string {
  return `echo '${JSON.stringify({ kind: 'ExecCredential', apiVersion, status })}'`;
}

function access(
  exec: object,
  environment: Readonly<Record<string, string>> = { PATH: '/usr/bin:/bin' },
): ClusterAccess {
  const text = stringify({
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    clusters: [
      {
        name: 'c',
        cluster: {
          server: 'https://h:6443',
          'certificate-authority-data': Buffer.from(CA).toString('base64'),
          extensions: [{ name: 'client.authentication.k8s.io/exec', extension: { audience: 'prod' } }],
        },
      },
    ],
    users: [{ name: 'u', user: { exec: { apiVersion: V1, command: './plugin', interactiveMode: 'Never', ...exec } } }],
  });
  const options = { clock, environment };
  return loadKubeconfig(text, { baseDir: directory.path, readFile: () => '', exec: options });
}

function credentialSource({ credentials }: ClusterAccess) {
  if (credentials === undefined) throw new Error('the kubeconfig should have led to a plugin');
  return credentials;
}

const current = (exec: object = {}) => credentialSource(access(exec)).current();
const failure = (exec: object = {}) => current(exec).catch((error: unknown) => error);
const runs = async () => (await readFile(join(directory.path, 'runs'), 'utf8')).trim().split('\n').length;

describe('a credential plugin', () => {
  test('beside the kubeconfig is run with its arguments, its environment and no cluster unless it asks', async () => {
    await plugin(
      'printf "%s\\n" "$1" "$STAGE" "$KUBERNETES_EXEC_INFO" > "$(dirname "$0")/seen"',
      pluginScript({ token: 't' }),
    );
    const env = [{ name: 'STAGE', value: 'prod' }];
    expect(await current({ args: ['get token'], env })).toMatchObject({ authorization: 'Bearer t' });
    const [argument, stage, info = ''] = (await readFile(join(directory.path, 'seen'), 'utf8')).split('\n');
    expect([argument, stage]).toEqual(['get token', 'prod']);
    expect(JSON.parse(info)).toEqual({ kind: 'ExecCredential', apiVersion: V1, spec: { interactive: false } });
  });

  test('that asks for the cluster gets it, with the extension for plugins', async () => {
    await plugin('printf "%s" "$KUBERNETES_EXEC_INFO" > "$(dirname "$0")/seen"', pluginScript({ token: 't' }));
    await current({ provideClusterInfo: true });
    expect(JSON.parse(await readFile(join(directory.path, 'seen'), 'utf8')).spec.cluster).toEqual({
      server: 'https://h:6443',
      'certificate-authority-data': Buffer.from(CA).toString('base64'),
      config: { audience: 'prod' },
    });
  });

  test('may hand out a certificate, and speak v1beta1 without naming an interactive mode', async () => {
    const apiVersion = 'client.authentication.k8s.io/v1beta1';
    await plugin(pluginScript({ clientCertificateData: 'cert', clientKeyData: 'key' }, apiVersion));
    const credentials = await current({ apiVersion, interactiveMode: undefined });
    expect(credentials).toMatchObject({ clientCert: 'cert', clientKey: 'key' });
    expect(credentials.authorization).toBeUndefined();
  });

  test('runs once for concurrent requests, again when its credentials expire, and again when they are rejected', async () => {
    const expirationTimestamp = new Date(clock.now() + 60_000).toISOString();
    await plugin('echo run >> "$(dirname "$0")/runs"', pluginScript({ token: 't', expirationTimestamp }));
    const source = credentialSource(access({}));
    const [first, second] = await Promise.all([source.current(), source.current()]);
    expect(second).toBe(first);
    await clock.advance(59_999);
    expect(await source.current()).toBe(first);
    expect(await runs()).toBe(1);
    await clock.advance(1);
    const renewed = await source.current();
    expect(renewed).not.toBe(first);
    expect(await runs()).toBe(2);
    source.reject(first);
    await clock.advance(-60_000);
    expect(await source.current()).toBe(renewed);
    source.reject(renewed);
    await source.current();
    expect(await runs()).toBe(3);
  });

  test('that fails is named with its arguments, its exit code and its stderr; the next request tries again', async () => {
    await plugin('echo "session expired, log in" >&2', 'exit 3');
    const error = await failure({ args: ['login'] });
    expect(error).toBeInstanceOf(RetryableError);
    expect(error).toMatchObject({
      code: 'EXEC_PLUGIN_FAILED',
      message: expect.stringMatching(/plugin login' ended with exit code 3; stderr: session expired, log in/),
    });
  });

  test('that reads from the terminal gets nothing, instead of waiting for ever', async () => {
    await plugin('read line || { echo "no terminal" >&2; exit 1; }');
    expect(await failure()).toMatchObject({ message: expect.stringContaining('no terminal') });
  });

  test('that never returns is killed', async () => {
    await plugin('exec sleep 1000');
    const waiting = failure();
    await clock.advance(60_000);
    expect(await waiting).toMatchObject({ code: 'EXEC_PLUGIN_FAILED', message: expect.stringContaining('60 s') });
  });

  test('that is not there is a lasting failure with the hint of the kubeconfig', async () => {
    const error = await failure({ command: 'no-such-plugin', installHint: 'run: brew install it' });
    expect(error).toBeInstanceOf(TerminalError);
    expect(error).toMatchObject({ code: 'EXEC_PLUGIN_MISSING', message: expect.stringContaining('brew install it') });
  });

  test.each([
    ['no JSON', 'echo secret', /not JSON/],
    ['another kind', `echo '{"kind":"Secret"}'`, /not ExecCredential/],
    [
      'another version',
      pluginScript({ token: 't' }, 'client.authentication.k8s.io/v1beta1'),
      /v1beta1.*kubeconfig has/,
    ],
    ['nothing', pluginScript({}), /neither token nor certificate/],
    ['half a certificate', pluginScript({ clientCertificateData: 'c' }), /only one of/],
    ['no time', pluginScript({ token: 't', expirationTimestamp: 'soon' }), /is not a time/],
  ])('that prints %s is rejected without quoting the output', async (_name, script, message) => {
    await plugin(script);
    const error = await failure();
    expect(error).toMatchObject({ code: 'EXEC_PLUGIN_ANSWER', message: expect.stringMatching(message) });
    expect(String(error)).not.toContain('secret');
  });

  test.each([
    ['wants a terminal', { interactiveMode: 'Always' }, 'KUBECONFIG_UNSUPPORTED', /there is no terminal/],
    ['sets no interactiveMode', { interactiveMode: undefined }, 'KUBECONFIG_INVALID', /interactiveMode/],
    [
      'speaks an old version',
      { apiVersion: 'client.authentication.k8s.io/v1alpha1' },
      'KUBECONFIG_UNSUPPORTED',
      /v1beta1/,
    ],
    ['has no command', { command: '' }, 'KUBECONFIG_INVALID', /command is missing/],
    ['has a nameless variable', { env: [{ value: 'x' }] }, 'KUBECONFIG_INVALID', /env\[0\]\.name is missing/],
  ])('that %s is refused when the kubeconfig is read', (_name, exec, code, message) => {
    expect(() => access(exec)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
  });
});
