import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtinAdmission } from '@kubemin/apiserver';
import { type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { admissionPlugins, readAdmissionFile } from './admission-plugins.ts';

const CONFIGURATION = `apiVersion: pod-security.admission.config.k8s.io/v1
kind: PodSecurityConfiguration
defaults: { enforce: LEVEL }
`;

let directory: TemporaryDirectory;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => directory.remove());

test('a configured plug-in takes the place of the one of its name', async () => {
  await writeFile(join(directory.path, 'admission.yaml'), CONFIGURATION.replace('LEVEL', 'baseline'));
  const configured = await readAdmissionFile('admission.yaml', directory.path);
  const patience = { graceMs: 1000, evictionMs: 1000 };
  const plugins = admissionPlugins(configured, patience);
  expect(plugins.map((plugin, index) => (typeof plugin === 'string' ? plugin : builtinAdmission[index]))).toEqual(
    builtinAdmission,
  );
  const replaced = builtinAdmission.filter((_, index) => typeof plugins[index] !== 'string');
  expect(replaced).toEqual(['PodSecurity', 'DefaultTolerationSeconds']);
});

test('without a file nothing is configured', async () => {
  expect(admissionPlugins(await readAdmissionFile(undefined, '/'))).toEqual(builtinAdmission);
});

test('a file that is missing or wrong is an error that names it', async () => {
  const read = readAdmissionFile('admission.yaml', directory.path);
  await expect(read).rejects.toMatchObject({ code: 'ADMISSION_CONFIGURATION_UNREADABLE', exitCode: 2 });
  await writeFile(join(directory.path, 'admission.yaml'), CONFIGURATION.replace('LEVEL', 'strict'));
  await expect(readAdmissionFile('admission.yaml', directory.path)).rejects.toMatchObject({
    code: 'ADMISSION_CONFIGURATION_INVALID',
    message: expect.stringContaining('admission.yaml'),
  });
});
