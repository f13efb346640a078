import { TerminalError } from '@kubemin/base';
import { builtinRenderRegistry, createRenderer, type RenderIdentity } from '@kubemin/render';
import { exporters, type FileMap } from '@kubemin/render/converters';
import { platformModel } from './platform-model.ts';

/** What to write an application as, and under which ids. */
export interface ExportedAs {
  readonly format: keyof typeof exporters;
  readonly identity: RenderIdentity;
}

/** A document in the words of another tool, as files. */
export function exportedFiles(text: string, { format, identity }: ExportedAs): FileMap {
  const { document, problems } = platformModel().parseText(text);
  if (document === undefined) {
    const [first] = problems;
    throw new TerminalError(`the document is not valid: ${first?.path ?? ''}: ${first?.message ?? ''}`, {
      code: 'DOCUMENT_INVALID',
    });
  }
  const objects = createRenderer(builtinRenderRegistry).render(document, identity);
  return exporters[format].export({ document, objects });
}
