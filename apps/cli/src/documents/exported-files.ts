import { verbatim } from '@kubemin/base/message';
import { exporters, type FileMap } from '@kubemin/convert';
import { builtinRenderRegistry, createRenderer, type RenderIdentity } from '@kubemin/render';
import { transferMessages } from '../messages/index.ts';
import { CliError, ExitCode, sentMessage } from '../terminal/index.ts';
import { platformModel } from './platform-model.ts';

/** What to write an application as, and under which ids. */
export interface ExportedAs {
  readonly format: keyof typeof exporters;
  readonly identity: RenderIdentity;
}

/** A document in the words of another tool, as files. */
export function exportedFiles(text: string, { format, identity }: ExportedAs): FileMap {
  const { document, problems } = platformModel().parseText(text, { unknownFields: 'keep' });
  if (document === undefined) {
    const [first] = problems;
    throw new CliError(
      transferMessages.notValid({
        path: first?.path ?? '',
        why: first === undefined ? verbatim('') : sentMessage(first, 'message', first.message),
      }),
      {
        code: 'DOCUMENT_INVALID',
        exitCode: ExitCode.invalid,
        hint: transferMessages.fixAndExport,
      },
    );
  }
  const objects = createRenderer(builtinRenderRegistry).render(document, identity);
  return exporters[format].export({ document, objects });
}
