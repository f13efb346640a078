import { ownEntry } from '@kubemin/base';
import {
  type AnyDocument,
  type AppDocument,
  type BuiltinRegistry,
  type ComponentOf,
  componentEndpoint,
  type DocumentPath,
  type ModelRegistry,
  type PropertiesData,
  type TraitData,
} from '@kubemin/model';
import { objectsMessages } from '../messages/index.ts';
import {
  defaultSettings,
  managedLabels,
  type ObjectDraft,
  ObjectSet,
  type Owner,
  onTrack,
  RenderError,
  type RenderedObject,
  type RenderIdentity,
  type RenderSettings,
  selectorLabels,
} from '../object/index.ts';
import type { PodRequest, PodResult } from './component-renderer.ts';
import type { Decoration } from './decoration.ts';
import { basePod } from './pod.ts';
import type { RenderRegistry } from './registry.ts';
import { serviceFinder } from './service.ts';
import { applyResult } from './trait-merge.ts';
import type { TraitContext } from './trait-renderer.ts';
import { runDecorations, runTraits } from './trait-run.ts';

/** Turns documents into Kubernetes objects. Pure and deterministic. */
export interface Renderer<R extends ModelRegistry = BuiltinRegistry> {
  /** The objects of an application in a stable order. Throws RenderError, and then nothing of it should be applied. */
  render(document: AppDocument<R>, identity: RenderIdentity): readonly RenderedObject[];
}

/** A renderer of any registry; the document must be of the same one. */
export interface DocumentRenderer {
  render(document: AnyDocument, identity: RenderIdentity): readonly RenderedObject[];
}

type ComponentOfRegistry<R extends ModelRegistry, K extends keyof R['componentTypes']> = ComponentOf<
  K,
  PropertiesData<R>[K],
  TraitData<R>
>;

interface Scope {
  readonly namespace: string;
  readonly identity: RenderIdentity;
  readonly path: DocumentPath;
  readonly findService: TraitContext<never>['findService'];
}

/** Makes a renderer that knows exactly the component types and traits of `registry`. */
export function createRenderer<const R extends ModelRegistry>(
  registry: RenderRegistry<R>,
  chosen: Partial<RenderSettings> = {},
): Renderer<R> {
  const common = { ...defaultSettings, ...chosen };

  function renderComponent<K extends keyof R['componentTypes']>(
    component: ComponentOfRegistry<R, K>,
    { namespace, identity, path, findService }: Scope,
  ): readonly ObjectDraft[] {
    const { appId, gateway = common.gateway } = identity;
    const settings = { ...common, gateway };
    const { name } = component;
    const type = String(component.type);
    const owner = { appId, componentName: name, componentId: ownEntry(identity.componentIds, name) };
    const labels = managedLabels(owner);

    function pod(request: PodRequest): PodResult {
      if (component.image === undefined) {
        const message = objectsMessages.noImage({ type, name });
        throw new RenderError(message, { path: [...path, 'image'], code: 'MISSING_IMAGE' });
      }
      const container = name.toLowerCase().replaceAll(/\s/g, '');
      const template = basePod(request, { containerName: container, image: component.image, labels });
      const result = runTraits(registry, component.traits, {
        path: [...path, 'traits'],
        component: { name, type },
        container,
        place: 'component',
        workload: { ...request.workload, replicas: component.replicas, template },
        namespace,
        appId,
        settings,
        findService: findService,
      });
      const { spec = { containers: [] } } = template;
      return {
        template: { ...template, spec: applyResult(spec, result) },
        claimTemplates: (result.claimTemplates ?? []).map((claim) => ({
          ...claim,
          metadata: { ...claim.metadata, labels: { ...claim.metadata.labels, ...labels } },
        })),
        objects: result.objects ?? [],
        service: result.service ?? {},
        ...(result.schedule === undefined ? {} : { schedule: result.schedule }),
        ...(result.replicas === 'autoscaled' ? {} : { replicas: component.replicas }),
      };
    }

    const drafts = registry.componentTypes[component.type].render({
      component: { ...component, type },
      path,
      namespace,
      appId,
      selector: selectorLabels(owner),
      pod,
    });
    const decoration = runDecorations(registry, component.traits, {
      path: [...path, 'traits'],
      component: { name, type },
      namespace,
      appId,
      settings,
    });
    const own = drafts.map((draft) => decorated(draft, decoration, owner));
    return onTrack(own, ownEntry(identity.tracks, name) ?? 'stable');
  }

  return {
    render: (document, identity) => {
      refuseTemplates(document.templates);
      const objects = new ObjectSet();
      const peers = document.component.map((component) =>
        componentEndpoint(registry.model, { ...component, type: String(component.type) }),
      );
      const findService = serviceFinder(peers, identity.appId);
      for (const [index, component] of document.component.entries()) {
        const path = ['component', index];
        const drafts = renderComponent(component, {
          namespace: document.namespace,
          identity,
          path,
          findService: findService,
        });
        for (const draft of drafts) objects.add(draft, component.name, path);
      }
      return objects.toArray(document.component.map((component) => component.name));
    },
  };
}

/** A document that still names templates lacks components; what is left of it must not pass for the application. */
function refuseTemplates(templates: AnyDocument['templates'] = []): void {
  RenderError.throwIfAny(
    templates.map(({ index, template: { id } }) => ({
      path: ['component', index, 'template'],
      code: 'TEMPLATE_UNRESOLVED',
      message: objectsMessages.templateUnresolved({ id }),
      fix: objectsMessages.templateUnresolvedFix,
    })),
  );
}

/** The owner labels go on every object, whatever drafted it: without them it could never be deleted safely. */
function decorated(draft: ObjectDraft, decoration: Decoration, owner: Owner): ObjectDraft {
  const { metadata } = draft.object;
  const annotations = { ...metadata.annotations, ...decoration.annotations };
  return {
    ...draft,
    ...(decoration.share === undefined ? {} : { share: decoration.share }),
    object: {
      ...draft.object,
      metadata: {
        ...metadata,
        labels: { ...metadata.labels, ...decoration.labels, ...managedLabels(owner, draft.object.kind) },
        ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
      },
    },
  };
}
