import { isDns1123Label } from '@kubemin/kubeapi';
import { minik8sMessages } from '../messages/minik8s.ts';
import type { Part } from '../source/part.ts';
import { dnsLabel, fieldAt, fieldOf, nativeMetadata } from './metadata.ts';

/** A pod, or the template of one, in Kubernetes' own words. */
export function nativePod(object: Part): Part {
  const spec = fieldOf(object, 'spec');
  return object.asMap({
    metadata: nativeMetadata(object),
    spec: spec.asMap({
      containers: listOf(fieldOf(spec, 'containers'), nativeContainer),
      initContainers: listOf(fieldOf(spec, 'initContainers'), nativeContainer),
      volumes: listOf(fieldOf(spec, 'volumes'), nativeVolume),
      nodeName: fieldOf(spec, 'nodeName'),
      nodeSelector: fieldOf(spec, 'nodeSelector'),
      restartPolicy: fieldOf(spec, 'restartPolicy'),
    }),
  });
}

/** The list with each entry translated. */
export function listOf(part: Part, translate: (item: Part) => Part): Part {
  return part.isList ? part.asList(part.items.map(translate)) : part;
}

function nativeContainer(part: Part): Part {
  const image = fieldOf(part, 'image');
  const entry = fieldOf(part, 'entryPoint');
  return part.asMap({
    name: dnsLabel(fieldOf(part, 'name')),
    image: image.isScalar ? image : fieldOf(image, 'imgName'),
    imagePullPolicy: fieldOf(image, 'imgPullPolicy'),
    command: fieldOf(entry, 'command'),
    args: fieldOf(entry, 'args'),
    workingDir: fieldOf(entry, 'workingDir'),
    ports: listOf(fieldOf(part, 'ports'), nativePort),
    env: fieldOf(part, 'env'),
    volumeMounts: listOf(fieldOf(part, 'volumeMounts'), nativeMount),
    resources: fieldOf(part, 'resources').asMap({
      limits: nativeAmounts(fieldAt(part, 'resources', 'limits')),
      requests: nativeAmounts(fieldAt(part, 'resources', 'requests')),
    }),
  });
}

function nativePort(part: Part): Part {
  const name = fieldOf(part, 'name');
  const isName = isDns1123Label(name.peek() ?? '');
  if (!isName) name.omit(minik8sMessages.portName);
  for (const key of ['hostIP', 'hostPort']) fieldOf(part, key).acceptIf('0', '0.0.0.0', '');
  return part.asMap({
    containerPort: fieldOf(part, 'containerPort'),
    protocol: upperCase(fieldOf(part, 'protocol')),
    ...(isName ? { name } : {}),
  });
}

/** Protocols are written in any capitals there. */
export function upperCase(part: Part): Part {
  const text = part.peek();
  return text === undefined ? part : part.as(text.toUpperCase());
}

function nativeMount(part: Part): Part {
  return part.asMap({
    name: dnsLabel(fieldOf(part, 'name')),
    mountPath: fieldOf(part, 'mountPath'),
    subPath: fieldOf(part, 'subPath'),
    readOnly: fieldOf(part, 'readOnly'),
  });
}

function nativeVolume(part: Part): Part {
  const claim = fieldOf(part, 'pvcName');
  const path = fieldOf(part, 'path');
  const name = dnsLabel(fieldOf(part, 'name'));
  if (claim.present) return part.asMap({ name, persistentVolumeClaim: claim.asMap({ claimName: dnsLabel(claim) }) });
  return part.asMap({ name, ...(path.present ? { hostPath: path.asMap({ path }) } : {}) });
}

/** `100MiB` → `100Mi`. */
function nativeAmounts(amounts: Part): Part {
  const entries = amounts.entries.map(([key, part]) => [key.toLowerCase(), nativeAmount(part)]);
  return amounts.asMap(Object.fromEntries(entries));
}

function nativeAmount(part: Part): Part {
  const text = part
    .peek()
    ?.trim()
    .replace(/^([\d.]+\s*[KMGTP]i?)B$/i, '$1')
    .replaceAll(/\s/g, '');
  const quantity = text?.replace(
    /^([\d.]+)([kmgtp])i$/i,
    (_, count: string, unit: string) => `${count}${unit.toUpperCase()}i`,
  );
  return quantity === undefined ? part : part.as(quantity);
}
