import * as z from 'zod';
import { field } from '../field/index.ts';
import { word } from '../form/index.ts';
import { fieldMessages, stepMessages } from '../messages/index.ts';
import { rejection } from '../problem/index.ts';
import { declareStepType } from './declared-step-type.ts';

/** Neither of them may look like an option of the program that gets it. */
const HOST = /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/;
const ADDRESS_V6 = /^[0-9A-Fa-f:]{2,39}$/;
const USER = /^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/;
const HOST_KEY = /^(ssh-(ed25519|rsa)|ecdsa-sha2-nistp(256|384|521)|sk-[a-z0-9@.-]+) [A-Za-z0-9+/=]+( [ -~]*)?$/;

const secretKey = (usual: string) =>
  z.object({ name: z.string().trim().min(1).max(253), key: z.string().trim().min(1).max(253).default(usual) });

export const sshStep = declareStepType({
  name: 'ssh',
  declaration: {
    summary: 'Runs a command on another machine over SSH.',
    schema: z.object({
      host: field(
        z
          .string()
          .trim()
          .refine(
            (text) => HOST.test(text) || ADDRESS_V6.test(text),
            rejection(stepMessages.sshHostInvalid, { code: 'INVALID_HOST' }),
          ),
        { fix: stepMessages.sshHostFix },
      ),
      port: field(z.number().int().min(1).max(65_535).default(22), {
        fix: fieldMessages.wholeNumberFromTo({ least: 1, most: 65_535 }),
      }),
      user: field(z.string().trim().regex(USER), { aliases: ['username', 'login'], fix: stepMessages.sshUserFix }),
      command: field(z.string().min(1).max(10_000), {
        aliases: ['run', 'script'],
        widget: 'textarea',
        fix: stepMessages.sshCommandFix,
      }),
      stdin: field(z.string().max(100_000).optional(), { aliases: ['input'], widget: 'textarea' }),
      identity: field(secretKey('ssh-privatekey'), { aliases: ['secret', 'privateKey'], fix: stepMessages.sshKeyFix }),
      hostKeys: field(
        z
          .array(
            z
              .string()
              .trim()
              .refine(
                (text) => HOST_KEY.test(text),
                rejection(stepMessages.sshHostKeyInvalid, { code: 'INVALID_VALUE', fix: stepMessages.sshHostKeyFix }),
              ),
          )
          .max(20)
          .default([]),
        {
          aliases: ['hostKey'],
          fix: stepMessages.sshHostKeyFix,
          prepare: (value) => (typeof value === 'string' ? [value] : value),
        },
      ),
      knownHosts: secretKey('known_hosts').optional(),
      expectExitCode: field(z.array(z.number().int().min(0).max(254)).min(1).default([0]), {
        fix: stepMessages.exitCodesFix,
      }),
    }),
    components: 'optional',
    outputs: ['exitCode', 'stdout'],
  },
  wording: {
    type: word(['SSH command', 'SSH 命令'], ['Runs a command on another machine.', '在另一台机器上运行命令。']),
    properties: {
      host: word(
        ['Host', '主机'],
        ['A name or address that the operator of the platform allows.', '平台管理员允许的主机名或地址。'],
        { example: 'build.example.org' },
      ),
      port: word(['Port', '端口'], ['Port of the SSH server.', 'SSH 服务的端口。']),
      user: word(['User', '用户'], ['The user to log in as.', '登录所用的用户。'], { example: 'deploy' }),
      command: word(['Command', '命令'], ['What the shell of the user runs.', '由该用户的 shell 执行的命令。'], {
        group: 'runtime',
        example: 'systemctl --user restart cache',
      }),
      stdin: word(['Input', '输入'], ['What the command reads from stdin.', '命令从标准输入读取的内容。'], {
        group: 'advanced',
      }),
      identity: word(
        ['Private key', '私钥'],
        ['Key of a Secret in the namespace of the application.', '应用命名空间中某个 Secret 的键。'],
        { example: { name: 'build-ssh' } },
      ),
      'identity.name': word(['Secret', 'Secret 名称'], ['The name of the Secret.', 'Secret 的名称。'], {
        example: 'build-ssh',
      }),
      'identity.key': word(['Key', '键'], ['Where the private key is in it.', '私钥所在的键。']),
      hostKeys: word(
        ['Host keys', '主机公钥'],
        ['Public keys that the host must have one of.', '主机必须拥有其一的公钥。'],
        { example: ['ssh-ed25519 AAAAC3Nz…'] },
      ),
      knownHosts: word(
        ['Known hosts', '已知主机'],
        ['A known_hosts file in a Secret, in place of host keys.', 'Secret 中的 known_hosts 文件，代替主机公钥。'],
        { group: 'advanced' },
      ),
      'knownHosts.name': word(['Secret', 'Secret 名称'], ['The name of the Secret.', 'Secret 的名称。']),
      'knownHosts.key': word(['Key', '键'], ['Where the file is in it.', '文件所在的键。']),
      expectExitCode: word(
        ['Exit codes', '退出码'],
        ['Those that mean success; 0 when left out.', '表示成功的退出码；不填则为 0。'],
        { group: 'advanced', example: [0, 3] },
      ),
    },
  },
});
