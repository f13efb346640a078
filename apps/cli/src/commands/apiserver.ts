import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ADMIN_USER, parseTokenFile, StorageDrivers, type TokenUser } from '@kubemin/apiserver';
import { Disposables } from '@kubemin/base';
import { renderKubeconfig } from '@kubemin/kube';
import {
  type DataDirectory,
  dataDirectory,
  loadOrCreateAdminToken,
  ownDataDirectory,
  tightenDataDirectory,
} from '../connection/index.ts';
import { errorMessages, startMessages } from '../messages/index.ts';
import {
  type ApiserverFlags,
  type ApiserverSettings,
  lockDirectory,
  objectEncryption,
  openVault,
  readAdmissionFile,
  readApiserverSettings,
  readKubeletAuthority,
  startApiserver,
  withDamageAdvice,
  withDiskAdvice,
  withPortAdvice,
} from '../platform/index.ts';
import { CliError, type CommandContext, ExitCode, failureReason, updateFile, waitForAbort } from '../terminal/index.ts';

/** Runs a Kubernetes-compatible API server alone: no cluster, no controllers. */
export async function apiserver(context: CommandContext, flags: ApiserverFlags): Promise<ExitCode> {
  const drivers = StorageDrivers.builtin();
  const settings = requireSettings(context, flags, drivers.names());
  // Beside the data of `up`, not among it: both may run on one machine.
  const outer = ownDataDirectory(context);
  const directory = dataDirectory(resolve(outer.path, 'apiserver'));
  return withDiskAdvice(directory, () => runApiserver(context, { settings, drivers, outer, directory }));
}

interface RunOptions {
  readonly settings: ApiserverSettings;
  readonly drivers: StorageDrivers;
  readonly outer: DataDirectory;
  readonly directory: DataDirectory;
}

async function runApiserver(
  context: CommandContext,
  { settings, drivers, outer, directory }: RunOptions,
): Promise<ExitCode> {
  const { terminal, outStyle: style, clock, random, interrupted, translate } = context;
  const open = new Disposables();
  try {
    const fileTokens = settings.tokenAuthFile === undefined ? [] : await readTokenFile(context, settings.tokenAuthFile);
    const { kubeletCertificateAuthority: file } = settings;
    const kubeletAuthority = file === undefined ? undefined : await readKubeletAuthority(file, context.cwd);
    const configuredPlugins = await readAdmissionFile(settings.admissionControlConfigFile, context.cwd);
    const held = await lockDirectory({ directory, clock, terminal, translate, logLevel: settings.logLevel });
    open.add(() => held.release());
    await tightenDataDirectory(outer);
    const adminToken = await loadOrCreateAdminToken(directory.adminToken, random);
    const keyFile = directory.secretKeys;
    const parts = { clock, random, logger: held.logger };
    const encryption = await objectEncryption({
      configuration: settings.encryptionProviderConfig,
      cwd: context.cwd,
      vault: await openVault({ path: keyFile, kind: 'own' }, parts),
      keyFile,
      random,
    });
    const portFlags = { command: 'apiserver', flags: ['--secure-port', '--insecure-port'] } as const;
    const server = await withDamageAdvice(directory, () =>
      withPortAdvice(context, portFlags, () =>
        startApiserver({
          settings,
          directory,
          drivers,
          encryption,
          tokens: [{ token: adminToken, user: ADMIN_USER }, ...fileTokens],
          kubeletAuthority,
          configuredPlugins,
          clock,
          random,
          logger: held.logger,
        }),
      ),
    );
    open.add(() => server.close());
    const token = settings.kubectl === 'ephemeral' ? server.issueAdminToken(settings.ephemeralMs) : adminToken;
    const kubeconfig = renderKubeconfig({ name: 'kubemin', server: server.secureUrl, ca: server.ca, token });
    await updateFile(directory.kubeconfig, kubeconfig, 0o600);
    terminal.out(
      [
        `${style.bold(translate(startMessages.apiserverIsUp))} ${translate(startMessages.storage({ backend: settings.backend }))}`,
        `  https       ${server.secureUrl}`,
        ...(server.insecureUrl === undefined
          ? []
          : [`  http        ${server.insecureUrl} ${translate(startMessages.thisMachineOnly)}`]),
        `  kubeconfig  ${directory.kubeconfig}`,
        '',
        `  kubectl --kubeconfig ${directory.kubeconfig} api-resources`,
        '',
      ].join('\n'),
    );
    await waitForAbort(interrupted);
    return ExitCode.ok;
  } finally {
    await open.dispose();
  }
}

function requireSettings(
  { translate }: CommandContext,
  flags: ApiserverFlags,
  backends: readonly string[],
): ApiserverSettings {
  const result = readApiserverSettings(flags, backends);
  if (result.kind === 'settings') return result.settings;
  const list = result.problems.map((problem) => `  ${translate(problem)}`).join('\n');
  throw new CliError(startMessages.badFlags({ list }), {
    code: 'FLAGS_INVALID',
    exitCode: ExitCode.usage,
    hint: startMessages.explainsFlags,
  });
}

async function readTokenFile(
  { cwd, terminal, translate }: CommandContext,
  file: string,
): Promise<readonly TokenUser[]> {
  let text: string;
  try {
    text = await readFile(resolve(cwd, file), 'utf8');
  } catch (cause) {
    throw new CliError(startMessages.tokenFileUnreadable({ file, why: failureReason(cause) }), {
      code: 'TOKEN_FILE_UNREADABLE',
      exitCode: ExitCode.usage,
      hint: startMessages.nameTokenFile,
      cause,
    });
  }
  const { users, warnings } = parseTokenFile(text, file);
  for (const warning of warnings) terminal.alert(`${translate(errorMessages.warning)}: ${translate(warning)}\n`);
  return users;
}
