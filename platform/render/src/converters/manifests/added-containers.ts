import type { Part } from '../source/part.ts';
import { type ContainerContext, readContainer } from './container.ts';

/** An init container, as the trait lists it. */
export function initOf(container: Part, context: ContainerContext) {
  const { traits, ...properties } = readContainer(container, context);
  return { name: container.at('name').text() ?? '', properties, traits };
}

/** A container beside the main one, as the trait lists it. */
export function sidecarOf(container: Part, context: ContainerContext) {
  return { name: container.at('name').text() ?? '', ...readContainer(container, context) };
}
