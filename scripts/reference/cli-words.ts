import type { ExitCode } from '../../apps/cli/src/terminal/index.ts';
import type { Language } from './language.ts';

/** The fixed texts of the page about the command line. */
export interface CliWords {
  readonly title: string;
  readonly intro: string;
  readonly generated: string;
  readonly form: string;
  readonly meaning: string;
  readonly variable: string;
  readonly variables: string;
  readonly exitCodes: string;
  readonly exitCode: string;
  readonly required: string;
  /** About a command that takes every setting. */
  readonly settings: string;
}

/** The texts of the page in each language. */
export const cliWords: Readonly<Record<Language, CliWords>> = {
  en: {
    title: 'The command line',
    intro:
      'Every command of `kubemin`. Data goes to stdout, everything else to stderr. Without a terminal, or with `--no-input`, no command asks questions: one that lacks a value ends with 2 and names it.',
    generated: 'Made from the declarations of the commands by `npm run generate`; changes belong there.',
    form: 'Form',
    meaning: 'Meaning',
    variable: 'Variable',
    variables: 'Environment',
    exitCodes: 'Exit codes',
    exitCode: 'Code',
    required: 'required',
    settings: 'It also takes a flag for every setting in [configuration](../configuration.md).',
  },
  zh: {
    title: '命令行',
    intro:
      '`kubemin` 的全部命令。数据写到 stdout，其余写到 stderr。无法提问时（没有终端，或使用 `--no-input`）不会提问：缺少内容的命令以 2 结束并说明缺少什么。',
    generated: '由 `npm run generate` 根据命令的声明生成，请在声明中修改。',
    form: '形式',
    meaning: '说明',
    variable: '变量',
    variables: '环境变量',
    exitCodes: '退出码',
    exitCode: '退出码',
    required: '必填',
    settings: '它还接受[配置](../../configuration.md)中每一项设置对应的选项。',
  },
};

/** What each exit code means. */
export const exitCodes: Readonly<Record<ExitCode, Readonly<Record<Language, string>>>> = {
  0: { en: 'success', zh: '成功' },
  1: { en: 'failure of the command, or of the run it followed', zh: '失败，或所跟随的运行失败' },
  2: {
    en: 'the command line is wrong, or a required value is missing',
    zh: '命令行有误，或缺少必须给出的内容',
  },
  3: { en: 'the document has problems', zh: '文档有问题' },
  4: { en: 'the token is missing, not accepted, or does not allow it', zh: '令牌缺失、未被接受，或没有权限' },
  5: { en: 'not found, or no platform is running', zh: '没有找到对象，或没有平台在运行' },
  6: { en: 'conflict with an existing object', zh: '与已有的内容冲突' },
  7: { en: 'stored files are damaged; nothing was started', zh: '文件与存储的内容不符；未启动' },
  124: { en: '`--timeout` expired; the run continues', zh: '等待因 `--timeout` 结束；运行会继续' },
  130: { en: 'Ctrl-C; the run continues', zh: '被 Ctrl-C 中断；运行会继续' },
};

/** The environment variables that every command reads. */
export const environment: readonly (readonly [name: string, meaning: Readonly<Record<Language, string>>])[] = [
  [
    'KUBEMIN_URL',
    { en: 'the address of the platform; needs `KUBEMIN_TOKEN`', zh: '要通信的平台；需要 `KUBEMIN_TOKEN`' },
  ],
  ['KUBEMIN_TOKEN', { en: 'the token to use', zh: '要使用的令牌' }],
  ['KUBEMIN_CONTEXT', { en: 'the saved platform to use', zh: '与哪个已保存的平台通信' }],
  ['KUBEMIN_HOME', { en: 'the data directory', zh: '数据目录' }],
  [
    'KUBEMIN_LANG',
    {
      en: 'the language: `en` or `zh`; else `LC_ALL`, `LC_MESSAGES`, `LANG`',
      zh: '语言：`en` 或 `zh`；其次是 `LC_ALL`、`LC_MESSAGES`、`LANG`',
    },
  ],
  ['KUBEMIN_DEBUG', { en: 'same as `--debug`', zh: '同 `--debug`' }],
  [
    'XDG_CONFIG_HOME',
    {
      en: 'where contexts and preferences are kept, in `kubemin/`; else `~/.config`',
      zh: '上下文与偏好的保存位置（其中的 `kubemin/`）；默认 `~/.config`',
    },
  ],
  ['NO_COLOR', { en: 'disable colors', zh: '不使用颜色' }],
  ['CI', { en: 'nothing is redrawn and nothing is asked', zh: '不重绘，也不提问' }],
];
