import type { Rendering } from '@kubemin/client';
import { PlatformError } from '@kubemin/client/error';
import { stringify } from 'yaml';
import { connect } from '../connection/index.ts';
import {
  type DocumentFile,
  errorsAmong,
  invalidDocument,
  type LocalRendering,
  readDocumentFile,
} from '../documents/index.ts';
import { documentMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode, formatProblems, print } from '../terminal/index.ts';

export interface RenderOptions {
  readonly file: string | undefined;
  /** Whether not to ask a platform, even if one runs. */
  readonly offline: boolean;
  /** Whether unknown fields are kept. */
  readonly lenient: boolean;
  readonly plugins: readonly string[];
}

/** Prints the Kubernetes objects of a document; nothing is stored. */
export async function render(context: CommandContext, options: RenderOptions): Promise<ExitCode> {
  const { terminal, style, translate, output } = context;
  const document = await readDocumentFile(context, options.file);
  const rendered =
    (options.offline || options.plugins.length > 0 ? undefined : await byPlatform(context, document, options)) ??
    (await here(context, document, options));
  const { problems } = rendered;
  if (problems.length > 0) terminal.alert(formatProblems(problems, { style, translate, fileName: document.name }));
  if (!('objects' in rendered)) {
    throw invalidDocument(documentMessages.invalid({ name: document.name, errors: errorsAmong(problems) }), problems);
  }
  const manifests = rendered.objects.map(({ manifest }) => manifest);
  const list = { apiVersion: 'v1', kind: 'List', items: manifests };
  if (output === undefined || output === 'yaml') {
    terminal.out(manifests.map((manifest) => `---\n${stringify(manifest, { lineWidth: 0 })}`).join(''));
    return ExitCode.ok;
  }
  const names = manifests.map(({ kind, metadata }) => `${String(kind)}/${String(Object(metadata).name)}`);
  const data = output === 'jsonl' ? manifests : list;
  await print(context, { data, table: names.map((name) => `${name}\n`).join(''), names });
  return ExitCode.ok;
}

/** As the platform renders it, which knows ids, templates and profiles; undefined where none runs. */
async function byPlatform(
  context: CommandContext,
  { text, format }: DocumentFile,
  { lenient }: RenderOptions,
): Promise<Rendering | undefined> {
  try {
    const { client } = await connect(context);
    return await client.renderDocument({ text, format }, { lenient });
  } catch (error) {
    if (error instanceof CliError && error.code === 'NOT_RUNNING') return undefined;
    // A platform that the user named must respond; one that was found may have stopped.
    if (error instanceof PlatformError && error.code === 'UNREACHABLE' && !isNamed(context)) return undefined;
    throw error;
  }
}

function isNamed({ env, contextName }: CommandContext): boolean {
  return env.KUBEMIN_URL !== undefined || contextName !== undefined;
}

async function here(
  context: CommandContext,
  { name, text }: DocumentFile,
  { lenient, plugins }: RenderOptions,
): Promise<LocalRendering> {
  const { terminal, style, translate } = context;
  const { renderLocally, NO_ID, withLocalTools } = await import('../documents/index.ts');
  const rendered = await withLocalTools(context, { plugins }, async (tools) =>
    renderLocally(text, { ...tools, fileName: name, unknownFields: lenient ? 'keep' : 'refuse' }),
  );
  terminal.err(`${style.dim(translate(documentMessages.renderedHere({ id: NO_ID })))}\n`);
  return rendered;
}
