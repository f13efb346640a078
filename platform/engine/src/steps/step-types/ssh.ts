import { RetryableError, TerminalError } from '@kubemin/base';
import { Redactor, sshStep } from '@kubemin/model';
import type * as z from 'zod';
import { stepMessages } from '../../messages/index.ts';
import type { ProgramResult, SshSettings, StepContext } from '../../task/index.ts';
import { defineStepType } from '../define-step-type.ts';
import { requireSecretText } from './secret-value.ts';

type Properties = z.output<typeof sshStep.declaration.schema>;

const MISSING_SECRET = 'SSH_SECRET_MISSING';

/** What the program reports its own failures with; a command that ends so cannot be distinguished. */
const CONNECTION_FAILED = 255;
const KEPT_CHARACTERS = 10_000;
const CONNECT_SECONDS = 15;

/**
 * Runs a command on a host that the operator allows, with a key of a Secret and a pinned key of the host. At least
 * once: after a crash of the platform the command is run again, and one that was cancelled may go on at the host.
 */
export const ssh = defineStepType({
  ...sshStep,
  priority: 20,
  // A connection that broke may have begun the command: repeating it is the author's decision (`retry`).
  retries: 'never',
  isolation: 'engine',
  secrets: ({ identity, knownHosts }) => [identity.name, ...(knownHosts === undefined ? [] : [knownHosts.name])],
  run: async (context) => {
    const { properties, programs, write, settings, storeLog } = context;
    const { host, port, user } = properties;
    if (!isAllowed(settings.ssh, properties)) {
      throw new TerminalError(stepMessages.sshHostNotAllowed({ host: `${host}:${port}` }), {
        code: 'SSH_HOST_NOT_ALLOWED',
      });
    }
    const privateKey = await requireSecretText(context, properties.identity, MISSING_SECRET);
    const known = await knownHosts(context);
    if (known === '' && settings.ssh.knownHosts === undefined) {
      throw new TerminalError(stepMessages.sshHostKeyMissing({ host }), { code: 'SSH_HOST_KEY_MISSING' });
    }
    const result = await write((signal) =>
      programs({
        program: 'ssh',
        files: { identity: privateKey.endsWith('\n') ? privateKey : `${privateKey}\n`, known_hosts: known },
        args: (directory) => sshArguments(properties, settings.ssh, directory),
        ...(properties.stdin !== undefined && { stdin: properties.stdin }),
        maxBytes: settings.sandbox.logBytes,
        signal,
      }),
    );
    const redactor = new Redactor([privateKey]);
    const text = redactor.text(`${result.stdout}${result.stderr}`);
    await storeLog({ text, truncated: result.truncated });
    requireExitCode(properties, { ...result, stderr: redactor.text(result.stderr) });
    const { exitCode } = result;
    return {
      message: stepMessages.sshDone({ target: `${user}@${host}`, code: exitCode }),
      values: { exitCode, stdout: redactor.text(result.stdout).slice(-KEPT_CHARACTERS) },
    };
  },
});

/** Whether the operator allows the host: by name, or by name and port. */
function isAllowed({ hosts }: SshSettings, { host, port }: Properties): boolean {
  const name = host.toLowerCase();
  const allowed = hosts.map((each) => each.toLowerCase());
  return allowed.includes(name) || allowed.includes(`${name}:${port}`) || allowed.includes(`[${name}]:${port}`);
}

/** The pinned keys of the host as a file of the program: those of the document, and those of a Secret. */
async function knownHosts(context: StepContext<Properties>): Promise<string> {
  const { host, port, hostKeys, knownHosts: reference } = context.properties;
  const name = port === 22 ? host : `[${host}]:${port}`;
  const lines = hostKeys.map((key) => `${name} ${key}\n`);
  const stored = reference === undefined ? '' : await requireSecretText(context, reference, MISSING_SECRET);
  return `${lines.join('')}${stored === '' || stored.endsWith('\n') ? stored : `${stored}\n`}`;
}

/** Nothing is read from the settings of the platform's user, nothing is asked, nothing is forwarded. */
function sshArguments({ host, port, user, command }: Properties, { knownHosts: file }: SshSettings, directory: string) {
  const options = {
    BatchMode: 'yes',
    StrictHostKeyChecking: 'yes',
    UserKnownHostsFile: `${directory}/known_hosts`,
    GlobalKnownHostsFile: file ?? '/dev/null',
    UpdateHostKeys: 'no',
    VerifyHostKeyDNS: 'no',
    IdentitiesOnly: 'yes',
    IdentityAgent: 'none',
    PreferredAuthentications: 'publickey',
    ForwardAgent: 'no',
    ForwardX11: 'no',
    ClearAllForwardings: 'yes',
    PermitLocalCommand: 'no',
    ControlMaster: 'no',
    ControlPath: 'none',
    ProxyCommand: 'none',
    ConnectTimeout: String(CONNECT_SECONDS),
    ServerAliveInterval: '15',
    LogLevel: 'ERROR',
  };
  return [
    ...['-F', '/dev/null', '-T', '-i', `${directory}/identity`, '-p', String(port), '-l', user],
    ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
    ...['--', host, command],
  ];
}

function requireExitCode({ host, expectExitCode }: Properties, { exitCode, stderr }: ProgramResult): void {
  if (expectExitCode.includes(exitCode)) return;
  const reason = stderr.trim().split('\n').slice(-3).join(' ').slice(0, 300);
  if (exitCode !== CONNECTION_FAILED) {
    const detail = reason === '' ? undefined : stepMessages.sshReason({ reason });
    throw new TerminalError(stepMessages.sshExitCode({ host, code: exitCode, detail }), { code: 'SSH_EXIT_CODE' });
  }
  if (/host key verification failed|no .* host key is known|remote host identification has changed/i.test(stderr)) {
    throw new TerminalError(stepMessages.sshHostKeyRefused({ host }), { code: 'SSH_HOST_KEY_REFUSED' });
  }
  if (/permission denied|invalid format|error in libcrypto/i.test(stderr)) {
    throw new TerminalError(stepMessages.sshDenied({ host, reason }), { code: 'SSH_DENIED' });
  }
  throw new RetryableError(stepMessages.sshUnreachable({ host, reason }), { code: 'SSH_UNREACHABLE' });
}
