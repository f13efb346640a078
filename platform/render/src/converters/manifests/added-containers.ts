import { filled } from '../filled.ts';
import type { Part } from '../source/part.ts';
import { type ContainerContext, readContainer } from './container.ts';
import { readContainerSecurity } from './security.ts';

/** An init container, as the trait lists it. */
export function initOf(container: Part, context: ContainerContext) {
  const { name, traits, ...properties } = sidecarOf(container, context);
  return { name, properties, ...filled({ traits }) };
}

/** A container beside the main one, as the trait lists it. */
export function sidecarOf(container: Part, context: ContainerContext) {
  const { traits, ...properties } = readContainer(container, context);
  container.at('restartPolicy').acceptIf('Always');
  const security = filled({ securityContext: readContainerSecurity(container) });
  return { name: container.at('name').text() ?? '', ...properties, traits: { ...traits, ...security } };
}
