import {
  argument,
  defineCommand,
  linkedAppArgument,
  meantAppArgument,
  optionalArgument,
  revisionNumber,
} from '../command/index.ts';

/** `kubemin revision diff`. */
export const revisionDiffCommand = defineCommand({
  path: ['revision', 'diff'],
  group: 'deliver',
  summary: {
    en: 'show the differences between two revisions (default: the last two)',
    zh: '显示两个修订版的差异：最近两个、某个与其前一个，或任意两个',
  },
  arguments: {
    app: linkedAppArgument,
    one: optionalArgument(
      'revision',
      { en: 'number of a revision (default: the current one)', zh: '修订版编号（默认：当前的）' },
      revisionNumber,
    ),
    other: optionalArgument(
      'other',
      {
        en: 'number of the revision to compare with (default: the one before it)',
        zh: '与之比较的编号（默认：前一个）',
      },
      revisionNumber,
    ),
  },
  examples: [
    { line: 'kubemin revision diff demo', needs: 'demo' },
    { line: 'kubemin revision diff demo 1 2', needs: 'demo' },
  ],
  load: async () => {
    const { diffRevisions } = await import('./revision.ts');
    return diffRevisions;
  },
});

/** `kubemin revision ls`. */
export const revisionLsCommand = defineCommand({
  path: ['revision', 'ls'],
  group: 'deliver',
  summary: { en: 'list the revisions of an application', zh: '列出应用的修订版' },
  arguments: { app: meantAppArgument },
  examples: [{ line: 'kubemin revision ls demo', needs: 'demo' }],
  load: async () => {
    const { listRevisions } = await import('./revision.ts');
    return listRevisions;
  },
});

/** `kubemin revision show`. */
export const revisionShowCommand = defineCommand({
  path: ['revision', 'show'],
  group: 'deliver',
  summary: { en: 'print the document of a revision, secret values masked', zh: '打印某个修订版的文档，密文已遮盖' },
  arguments: {
    app: linkedAppArgument,
    revision: argument('revision', { en: 'number of the revision', zh: '修订版编号' }, revisionNumber),
  },
  examples: [{ line: 'kubemin revision show demo 1', needs: 'demo' }],
  load: async () => {
    const { showRevision } = await import('./revision.ts');
    return showRevision;
  },
});
