import { isDns1123Label } from '@kubemin/kubeapi';
import { minik8sMessages } from '../../messages/index.ts';
import type { Part } from '../source/part.ts';
import { dnsLabel, fieldAt, findField, nativeMetadata } from './metadata.ts';

/** A pod, or the template of one, in Kubernetes' own words. */
export function nativePod(object: Part): Part {
  const spec = findField(object, 'spec');
  return object.asMap({
    metadata: nativeMetadata(object),
    spec: spec.asMap({
      containers: translateList(findField(spec, 'containers'), nativeContainer),
      initContainers: translateList(findField(spec, 'initContainers'), nativeContainer),
      volumes: translateList(findField(spec, 'volumes'), nativeVolume),
      nodeName: findField(spec, 'nodeName'),
      nodeSelector: findField(spec, 'nodeSelector'),
      restartPolicy: findField(spec, 'restartPolicy'),
    }),
  });
}

/** The list with each entry translated. */
export function translateList(part: Part, translate: (item: Part) => Part): Part {
  return part.isList ? part.asList(part.items.map(translate)) : part;
}

function nativeContainer(part: Part): Part {
  const image = findField(part, 'image');
  const entry = findField(part, 'entryPoint');
  return part.asMap({
    name: dnsLabel(findField(part, 'name')),
    image: image.isScalar ? image : findField(image, 'imgName'),
    imagePullPolicy: findField(image, 'imgPullPolicy'),
    command: findField(entry, 'command'),
    args: findField(entry, 'args'),
    workingDir: findField(entry, 'workingDir'),
    ports: translateList(findField(part, 'ports'), nativePort),
    env: findField(part, 'env'),
    volumeMounts: translateList(findField(part, 'volumeMounts'), nativeMount),
    resources: findField(part, 'resources').asMap({
      limits: nativeAmounts(fieldAt(part, 'resources', 'limits')),
      requests: nativeAmounts(fieldAt(part, 'resources', 'requests')),
    }),
  });
}

function nativePort(part: Part): Part {
  const name = findField(part, 'name');
  const isName = isDns1123Label(name.peek() ?? '');
  if (!isName) name.omit(minik8sMessages.portName);
  for (const key of ['hostIP', 'hostPort']) findField(part, key).acceptIf('0', '0.0.0.0', '');
  return part.asMap({
    containerPort: findField(part, 'containerPort'),
    protocol: upperCase(findField(part, 'protocol')),
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
    name: dnsLabel(findField(part, 'name')),
    mountPath: findField(part, 'mountPath'),
    subPath: findField(part, 'subPath'),
    readOnly: findField(part, 'readOnly'),
  });
}

function nativeVolume(part: Part): Part {
  const claim = findField(part, 'pvcName');
  const path = findField(part, 'path');
  const name = dnsLabel(findField(part, 'name'));
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
