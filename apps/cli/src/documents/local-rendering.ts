import { verbatim } from '@kubemin/base/message';
import type { Problem, Rendering } from '@kubemin/client';
import { exporters, type FileMap } from '@kubemin/convert';
import { withoutServerFields } from '@kubemin/engine';
import { Redactor, secretValues, type TextReadingOptions } from '@kubemin/model';
import { builtinRenderRegistry, createRenderer, type RenderIdentity } from '@kubemin/render';
import { shownObject } from '@kubemin/server';
import { transferMessages } from '../messages/index.ts';
import { CliError, ExitCode, sentMessage } from '../terminal/index.ts';
import type { LocalTools } from './document-tools.ts';
import { platformModel } from './platform-model.ts';

/** As long as the ids that applications get: names that are made of it are as long as they will be. */
export const NO_ID = '0'.repeat(24);

/** What becomes of a document that is rendered here. */
export type LocalRendering =
  | ({ readonly kind: 'rendered' } & Rendering)
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

/** Renders as the platform does, without one: secret values masked, an id of zeros. Throws RenderError. */
export function renderLocally(text: string, options: TextReadingOptions & Partial<LocalTools> = {}): LocalRendering {
  const { model = platformModel(), renderer = createRenderer(builtinRenderRegistry), ...reading } = options;
  const { document, problems } = model.parseText(text, reading);
  if (document === undefined) return { kind: 'invalid', problems };
  const redactor = new Redactor(secretValues(document));
  const objects = renderer.render(document, { appId: NO_ID }).map(({ component, source, object }) => ({
    component,
    ...(source !== undefined && { source }),
    manifest: shownObject(withoutServerFields(object), redactor),
  }));
  return { kind: 'rendered', objects, problems };
}

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
