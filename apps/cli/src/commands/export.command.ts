import { manyArguments } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { choice, flag, option } from '../command/options.ts';
import { passphraseFileOption } from '../command/transfer-parameters.ts';

/** `kubemin export`. */
export const exportCommand = defineCommand({
  path: ['export'],
  group: 'author',
  summary: {
    en: 'take applications out: sealed with a passphrase, secrets and ids included, or in the words of another tool',
    zh: '导出应用：以口令加密并带上密文与 id，或转换为其他工具的格式',
  },
  help: {
    en: 'A bundle, imported on another platform, gives the same objects byte for byte. The other formats hold one application, secret values masked: document (kubemin.yaml), manifests, kustomize and helm.',
    zh: '加密包在其他平台导入后得到逐字节相同的对象。其他格式只含一个应用且遮盖密文：document（kubemin.yaml）、manifests、kustomize 与 helm。',
  },
  arguments: { apps: manyArguments('app', { en: 'names or ids of applications', zh: '应用的名称或 id' }) },
  options: {
    all: flag('--all', { en: 'all applications, and all profiles', zh: '全部应用与全部配置集' }),
    file: option('-f, --file <file>', {
      en: 'where to write it: a file, a directory for formats of several files, - for stdout (default: -)',
      zh: '写到哪里：文件；多文件格式为目录；- 表示标准输出（默认：-）',
    }),
    format: choice('--format <format>', { en: 'what to write (default: bundle)', zh: '输出格式（默认：bundle）' }, [
      'bundle',
      'document',
      'manifests',
      'kustomize',
      'helm',
    ]),
    passphraseFile: passphraseFileOption,
  },
  examples: [
    { line: 'kubemin export demo --format document', needs: 'demo' },
    { line: 'kubemin export demo --format helm -f chart', needs: 'demo' },
    { line: 'kubemin export --all -f everything.kubemin --passphrase-file passphrase.txt', needs: 'demo' },
  ],
  load: async () => {
    const { exportApplications } = await import('./export.ts');
    return exportApplications;
  },
});
