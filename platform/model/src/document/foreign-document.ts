import { isRecord } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { foldKey } from '../field/index.ts';
import { sourceMessages } from '../messages/index.ts';
import type { PlainObject } from '../problem/index.ts';

/** What a text is when it is not an application document. */
export interface ForeignDocument {
  readonly message: Message;
  readonly fix: Message;
}

/** Enough to know a file by; a hostile text must not take long. */
const MOST_LOOKED_AT = 64 * 1024;

/** What `kubemin import` writes by default; a foreign text in this very file needs another one. */
const OWN_FILE = /(^|[\\/])kubemin\.ya?ml$/;

/**
 * Recognises what people paste or name by mistake: Kubernetes manifests, Compose and Score files, values of a Helm
 * chart. Undefined for application documents and for what is none of these.
 */
export function detectForeignDocument(
  whole: string,
  value: unknown,
  fileName: string | undefined,
): ForeignDocument | undefined {
  const text = whole.slice(0, MOST_LOOKED_AT);
  const file = fileName ?? 'FILE';
  const name = /[^\w./@:+-]/.test(file) ? `'${file.replaceAll("'", `'\\''`)}'` : file;
  const convert = ['kubemin', 'import', name, ...(OWN_FILE.test(file) ? ['-f', 'app.yaml'] : [])].join(' ');
  if (/(?:^|[:-] )[ \t]*\{\{[- ]/m.test(text)) {
    return {
      message: sourceMessages.helmTemplate,
      fix: sourceMessages.helmTemplateFix,
    };
  }
  const several = value === undefined && /^---/m.test(text) && /^apiVersion:/m.test(text) && /^kind:/m.test(text);
  if (several) return kubernetes(/^kind:\s*(\w+)/m.exec(text)?.[1], convert, name);
  if (!isRecord(value)) return undefined;
  const keys = new Set(Object.keys(value).map(foldKey));
  if (keys.has('component') || keys.has('components')) return undefined;
  if (typeof value.apiVersion === 'string' && value.apiVersion.startsWith('score.dev/')) {
    return { message: sourceMessages.scoreFile, fix: sourceMessages.convert({ command: convert }) };
  }
  if (isRecord(value.services) && value.kind === undefined) {
    return { message: sourceMessages.composeFile, fix: sourceMessages.convert({ command: convert }) };
  }
  if (typeof value.apiVersion === 'string' && typeof value.kind === 'string') {
    return kubernetes(value.kind, convert, name);
  }
  if (!isHelmValues(value)) return undefined;
  return {
    message: sourceMessages.helmValues,
    fix: sourceMessages.helmValuesFix({ file: name }),
  };
}

function kubernetes(kind: string | undefined, convert: string, name: string): ForeignDocument {
  return {
    message: sourceMessages.kubernetesManifest({ kind: kind ?? 'YAML' }),
    fix: sourceMessages.convertOrApply({ command: convert, file: name }),
  };
}

/** Values have no fixed schema; these are the ones `helm create` writes and most charts keep. */
function isHelmValues(value: PlainObject): boolean {
  const image = isRecord(value.image) && typeof value.image.repository === 'string';
  const signs = [image, 'replicaCount' in value, 'fullnameOverride' in value, 'nameOverride' in value];
  return signs.filter(Boolean).length >= 2 || image;
}
