import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAdmissionConfiguration } from './admission-configuration.ts';

const POD_SECURITY = `apiVersion: pod-security.admission.config.k8s.io/v1
kind: PodSecurityConfiguration
defaults:
  enforce: baseline
  enforce-version: v1.35
exemptions:
  usernames: [system:serviceaccount:infra:operator]
  namespaces: [infra]
  runtimeClasses: [sealed.example.com]
`;

const indented = (text: string): string => text.replace(/^/gm, '    ');
const admission = (entry: string): string =>
  `apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins:\n- ${entry}\n`;

/** Reads a configuration among files that are given as text. */
function read(text: string, others: Readonly<Record<string, string>> = {}) {
  const files = new Map([['/etc/admission.yaml', text], ...Object.entries(others)]);
  return readAdmissionConfiguration({
    path: '/etc/admission.yaml',
    read: async (path) => {
      const found = files.get(path);
      if (found === undefined) throw new Error(`no file ${path}`);
      return found;
    },
  });
}

describe('a configuration of admission plug-ins', () => {
  it('has that of PodSecurity in it, beside it, or is that alone', async () => {
    const inside = admission(`name: PodSecurity\n  configuration:\n${indented(POD_SECURITY)}`);
    const beside = admission('name: PodSecurity\n  path: pods/security.yaml');
    expect([...(await read(inside)).keys()]).toEqual(['PodSecurity']);
    const files = { [resolve('/etc/pods/security.yaml')]: POD_SECURITY };
    expect([...(await read(beside, files)).keys()]).toEqual(['PodSecurity']);
    expect([...(await read(POD_SECURITY)).keys()]).toEqual(['PodSecurity']);
    expect([...(await read('apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\n')).keys()]).toEqual(
      [],
    );
  });

  it.each([
    ['no YAML', 'a: [', '/etc/admission.yaml is not YAML'],
    ['another kind', 'kind: Pod', 'kind: must be AdmissionConfiguration'],
    ['nothing', '', 'must be an object of kind AdmissionConfiguration'],
    [
      'another plug-in',
      admission('name: EventRateLimit\n  path: x'),
      'plugins[0].name: "EventRateLimit" has no configuration here; use PodSecurity',
    ],
    [
      'a misspelt field',
      admission('name: PodSecurity\n  file: x'),
      'plugins[0].file: unknown field; use name, path, configuration',
    ],
    ['an empty entry', admission('name: PodSecurity'), 'plugins[0]: must have configuration, or path'],
    [
      'an unknown level',
      POD_SECURITY.replace('baseline', 'strict'),
      'defaults.enforce: Invalid value: "strict": must be one of privileged, baseline, restricted',
    ],
    [
      'an unknown version',
      POD_SECURITY.replace('v1.35', '1.35'),
      'defaults.enforce-version: Invalid value: 1.35: must be "latest" or "v1.x"',
    ],
    [
      'a misspelt default',
      POD_SECURITY.replace('enforce:', 'enforced:'),
      'defaults.enforced: Forbidden: unknown field; use enforce, enforce-version, audit',
    ],
    [
      'a name of a namespace',
      POD_SECURITY.replace('[infra]', '[Infra]'),
      'exemptions.namespaces[0]: Invalid value: "Infra"',
    ],
    [
      'a user twice',
      POD_SECURITY.replace(/\[system.*\]/, '[a, a, ""]'),
      'exemptions.usernames[1]: Duplicate value: "a"',
    ],
    [
      'no list',
      POD_SECURITY.replace('[infra]', 'infra'),
      'exemptions.namespaces: Invalid value: "infra": must be a list of strings',
    ],
    [
      'another version',
      POD_SECURITY.replace('k8s.io/v1', 'k8s.io/v2'),
      'apiVersion: Unsupported value: "pod-security.admission.config.k8s.io/v2"',
    ],
  ])('with %s is rejected, and the reason stated', async (_name, text, expected) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'ADMISSION_CONFIGURATION_INVALID',
      message: expect.stringContaining(expected),
    });
  });

  it('that cannot be read is rejected with the error of the reader', async () => {
    await expect(read(admission('name: PodSecurity\n  path: gone.yaml'))).rejects.toThrow('no file /etc/gone.yaml');
  });
});
