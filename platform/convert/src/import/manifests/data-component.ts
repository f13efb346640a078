import { manifestsMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { ComponentInput } from '../imported.ts';
import { type Manifest, readAnnotations, readLabels, takeIdentity } from './manifest.ts';
import { readShare } from './share.ts';

type Data = Readonly<Record<string, string>>;

/** ConfigMap → config. One without any text has nothing a component could hold, and is listed. */
export function readConfigMap(manifest: Manifest, name: string): readonly ComponentInput[] {
  const { part } = manifest;
  const conf = part.at('data').textMap();
  part.at('binaryData').omit(manifestsMessages.configText);
  part.at('immutable').acceptIf('false');
  return component(manifest, { name, type: 'config', data: conf });
}

/** Secret → secret. */
export function readSecret(manifest: Manifest, name: string): readonly ComponentInput[] {
  const { part } = manifest;
  const data: [string, string][] = [];
  for (const [key, value] of part.at('data').entries) {
    const text = decodeBase64(value.peek() ?? '');
    if (text === undefined) value.omit(manifestsMessages.secretText, `data.${key}`);
    else data.push([key, text]);
    value.accept();
  }
  data.push(...Object.entries(part.at('stringData').textMap()));
  part.at('type').acceptIf('Opaque');
  part.at('immutable').acceptIf('false');
  return component(manifest, { name, type: 'secret', data: Object.fromEntries(data) });
}

interface DataComponent {
  readonly name: string;
  readonly type: 'config' | 'secret';
  readonly data: Data;
}

function component(manifest: Manifest, { name, type, data }: DataComponent): readonly ComponentInput[] {
  if (Object.keys(data).length === 0) {
    manifest.part.omit(manifestsMessages.noText({ type }), `${manifest.kind} ${manifest.name}`);
    return [];
  }
  takeIdentity(manifest);
  const metadata = manifest.part.at('metadata');
  const decoration = filled({ labels: readLabels(metadata), annotations: readAnnotations(metadata) });
  const content = type === 'config' ? { conf: data } : { secret: data };
  const traits = filled({ share: readShare(manifest.labels) });
  return [{ name, type, properties: { ...content, ...decoration }, ...filled({ traits }) }];
}

/** The text behind base64; undefined where it is not UTF-8. */
function decodeBase64(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return undefined;
    throw error;
  }
}
