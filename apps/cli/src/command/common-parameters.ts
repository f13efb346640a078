import { argument, optionalArgument } from './arguments.ts';
import { flag, turnOff } from './options.ts';
import type { Parameter } from './parameter.ts';

/** The application a command is about. */
export const appArgument = argument('app', { en: 'name or id of the application', zh: '应用的名称或 id' });

/** The application that stands first, before other arguments, unless the directory says it. */
export const linkedAppArgument: Parameter<string> = {
  form: '[app]',
  summary: {
    en: 'name or id of the application; left out where this directory is linked to one',
    zh: '应用的名称或 id；当前目录已关联应用时可省略',
  },
  byLink: true,
  read: ([app = '']) => app,
};

/** The application a command is about, which need not be named where the directory says it. */
export const meantAppArgument = optionalArgument('app', {
  en: 'name or id of the application (default: the one this directory is linked to)',
  zh: '应用的名称或 id（默认：当前目录所关联的）',
});

/** The run a command is about: its number or id, or the latest of an application. */
export const latestRunArgument = optionalArgument('run', {
  en: 'number or id of the run, or name of an application for its latest run (default: of the linked application)',
  zh: '运行的编号或 id，或应用名称（取其最近一次运行；默认：所关联的应用）',
});

/** The run a command is about: its number or id, or the one of an application that is under way. */
export const activeRunArgument = optionalArgument('run', {
  en: 'number or id of the run, or name of an application for the run under way (default: of the linked application)',
  zh: '运行的编号或 id，或应用名称（取其正在进行的运行；默认：所关联的应用）',
});

/** The document a command is about. */
export const fileArgument = optionalArgument('file', {
  en: 'JSON or YAML document (default: kubemin.yaml or kubemin.json here)',
  zh: 'JSON 或 YAML 文档（默认：当前目录的 kubemin.yaml 或 kubemin.json）',
});

/** For commands that read a document: whether to keep what no schema knows. */
export const lenientOption = flag('--lenient', {
  en: 'keep fields that are unknown, with a warning, instead of refusing the document',
  zh: '保留未知字段并给出警告，而不是拒绝该文档',
});

/** For commands that start a run: whether to follow it. */
export const waitOption = turnOff('--no-wait', {
  en: 'return as soon as the run is stored',
  zh: '运行一经保存即返回，不等待结束',
});
