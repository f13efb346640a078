import { optionalArgument } from '../command/arguments.ts';
import { defineCommand } from '../command/define-command.ts';
import { ExitCode } from '../exit-code.ts';

/** `kubemin edit`. */
export const editCommand = defineCommand({
  path: ['edit'],
  group: 'author',
  summary: {
    en: 'edit a document, or an application as it is stored, in $VISUAL or $EDITOR, and check it',
    zh: '用 $VISUAL 或 $EDITOR 编辑文档或已保存的应用，并检查结果',
  },
  help: {
    en: 'A stored application is saved as a new revision, unless somebody else has changed it meanwhile; what was typed is kept in a file whatever happens. Masked values stay as they are.',
    zh: '已保存的应用会存为新的修订版，除非期间被他人修改；无论如何，所写内容都会保留在文件中。被遮盖的值保持不变。',
  },
  arguments: {
    target: optionalArgument('file|app', {
      en: 'a document, or the name or id of an application (default: kubemin.yaml here)',
      zh: '文档，或应用的名称或 id（默认：当前目录的 kubemin.yaml）',
    }),
  },
  examples: [{ line: 'kubemin edit kubemin.yaml --no-input', needs: 'document', exit: ExitCode.usage }],
  load: async () => {
    const { edit } = await import('./edit.ts');
    return edit;
  },
});
